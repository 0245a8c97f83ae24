// Random games of Classic from shuffle to score, as fast as plain C++ does them: the yardstick for the kernels.
// The same games as partake.fast (same random words, same order), so the sums must agree.
// Usage: playout GAMES SEED; prints processor seconds and the sum of all scores.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

constexpr int kTiles = 27, kCells = 19, kLines = 5, kNumbers = 3, kDrawsPerWord = 5, kFraction = 57;
constexpr uint64_t kStep = 0x9E3779B97F4A7C15u;
constexpr int kValues[3][kNumbers] = {{1, 5, 9}, {2, 6, 7}, {3, 4, 8}};
constexpr int kColumns[5] = {3, 4, 5, 4, 3};
constexpr int kTop[5] = {0, -1, -2, -2, -2};  // the first r of each column, q = -2 ... 2

struct Tables {
  uint64_t base[kTiles][3] = {};                    // a tile's bit for each direction on cell 0
  uint64_t mask[3][kNumbers * kLines] = {};         // a line of one number
  int32_t points[3][kNumbers * kLines] = {};
  uint8_t tiles[32] = {};
};

constexpr Tables make() {
  Tables t;
  for (int i = 0; i < kTiles; i++) {
    const int place[3] = {i / 9, i / 3 % 3, i % 3};
    for (int d = 0; d < 3; d++) t.base[i][d] = uint64_t{1} << (place[d] * kCells);
    t.tiles[i] = static_cast<uint8_t>(i);
  }
  int cell = 0;
  int length[3][kLines] = {};
  uint64_t lines[3][kLines] = {};
  for (int column = 0; column < 5; column++) {
    for (int row = 0; row < kColumns[column]; row++, cell++) {
      const int q = column - 2, r = kTop[column] + row;
      const int key[3] = {q + 2, q + r + 2, r + 2};
      for (int d = 0; d < 3; d++) {
        lines[d][key[d]] |= uint64_t{1} << cell;
        length[d][key[d]]++;
      }
    }
  }
  for (int d = 0; d < 3; d++)
    for (int k = 0; k < kNumbers; k++)
      for (int l = 0; l < kLines; l++) {
        t.mask[d][k * kLines + l] = lines[d][l] << (k * kCells);
        t.points[d][k * kLines + l] = length[d][l] * kValues[d][k];
      }
  return t;
}

constexpr Tables kTables = make();

inline uint64_t mixed(uint64_t word) {
  word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9u;
  word = (word ^ (word >> 27)) * 0x94D049BB133111EBu;
  return word ^ (word >> 31);
}

inline int32_t earned(uint64_t word, int direction) {
  int32_t total = 0;
  for (int entry = 0; entry < kNumbers * kLines; entry++) {
    const uint64_t mask = kTables.mask[direction][entry];
    total += (word & mask) == mask ? kTables.points[direction][entry] : 0;
  }
  return total;
}

int32_t play(uint64_t state) {
  uint8_t deck[32];
  std::memcpy(deck, kTables.tiles, sizeof deck);
  uint64_t words[3] = {0, 0, 0}, fraction = 0;
  for (int i = 0; i < kCells; i++) {
    if (i % kDrawsPerWord == 0) {
      state += kStep;
      fraction = mixed(state) >> (64 - kFraction);
    }
    fraction *= static_cast<uint64_t>(kTiles - i);
    const int j = i + static_cast<int>(fraction >> kFraction);
    fraction &= (uint64_t{1} << kFraction) - 1;
    const uint8_t tile = deck[j];
    deck[j] = deck[i];
    for (int d = 0; d < 3; d++) words[d] |= kTables.base[tile][d] << i;
  }
  return earned(words[0], 0) + earned(words[1], 1) + earned(words[2], 2);
}

}  // namespace

int main(int count, char** arguments) {
  const long games = count > 1 ? std::atol(arguments[1]) : 10000000;
  const uint64_t seed = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 0;
  const std::clock_t start = std::clock();
  int64_t sum = 0;
  for (long game = 0; game < games; game++) sum += play(mixed(seed + static_cast<uint64_t>(game) * kStep));
  const double elapsed = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("%.6f %lld\n", elapsed, static_cast<long long>(sum));
}
