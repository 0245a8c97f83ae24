// Random games of Classic in C++ by the algorithm of partake.fast (src/partake/fast/lockstep.py): blocks of games side by
// side, one in each vector lane, here with Classic's sizes as constants. The same games as playout.cpp.
// Usage: playout_lockstep GAMES SEED; prints processor seconds and the sum of all scores.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

constexpr int kTiles = 27, kCells = 19, kLines = 5, kNumbers = 3, kDrawsPerWord = 5, kFraction = 57, kLanes = 256;
constexpr uint64_t kStep = 0x9E3779B97F4A7C15u;
constexpr int kValues[3][kNumbers] = {{1, 5, 9}, {2, 6, 7}, {3, 4, 8}};
constexpr int kColumns[5] = {3, 4, 5, 4, 3};
constexpr int kTop[5] = {0, -1, -2, -2, -2};  // the first r of each column, q = -2 ... 2

struct Tables {
  uint16_t codes[kTiles] = {};  // a tile's bit for each number of each direction
  int length[3][kLines] = {};
  uint8_t cells[3][kLines][5] = {};
};

constexpr Tables make() {
  Tables t;
  for (int i = 0; i < kTiles; i++) {
    const int place[3] = {i / 9, i / 3 % 3, i % 3};
    for (int d = 0; d < 3; d++) t.codes[i] |= static_cast<uint16_t>(1 << (3 * d + place[d]));
  }
  int cell = 0;
  for (int column = 0; column < 5; column++) {
    for (int row = 0; row < kColumns[column]; row++, cell++) {
      const int q = column - 2, r = kTop[column] + row;
      const int key[3] = {q + 2, q + r + 2, r + 2};
      for (int d = 0; d < 3; d++) t.cells[d][key[d]][t.length[d][key[d]]++] = static_cast<uint8_t>(cell);
    }
  }
  return t;
}

constexpr Tables kTables = make();

struct alignas(64) Block {
  uint64_t states[kLanes], fractions[kLanes];
  uint8_t decks[kCells][kLanes];
  uint16_t cells[kCells][kLanes], common[kLanes], totals[kLanes];
};

inline uint64_t mixed(uint64_t word) {
  word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9u;
  word = (word ^ (word >> 27)) * 0x94D049BB133111EBu;
  return word ^ (word >> 31);
}

// Not inlined: g++ makes faster code of the three by themselves.
[[gnu::noinline]] void shuffle(Block& b, uint64_t seed, uint64_t first) {
  for (int lane = 0; lane < kLanes; lane++) b.states[lane] = mixed(seed + (first + lane) * kStep);
  for (int i = 0; i < kCells; i++) {
    if (i % kDrawsPerWord == 0)
      for (int lane = 0; lane < kLanes; lane++) {
        b.states[lane] += kStep;
        b.fractions[lane] = mixed(b.states[lane]) >> (64 - kFraction);
      }
    for (int lane = 0; lane < kLanes; lane++) {
      const uint64_t product = b.fractions[lane] * static_cast<uint64_t>(kTiles - i);
      b.decks[i][lane] = static_cast<uint8_t>(i + (product >> kFraction));
      b.fractions[lane] = product & ((uint64_t{1} << kFraction) - 1);
    }
  }
  for (int i = kCells - 2; i >= 0; i--) {
    const uint8_t moved = static_cast<uint8_t>(i);
    const uint8_t* taken = b.decks[i];
    for (int later = i + 1; later < kCells; later++) {
      uint8_t* slots = b.decks[later];
#pragma GCC ivdep
      for (int lane = 0; lane < kLanes; lane++) slots[lane] = taken[lane] == slots[lane] ? moved : slots[lane];
    }
  }
}

[[gnu::noinline]] void score(Block& b) {
  for (int lane = 0; lane < kLanes; lane++) b.totals[lane] = 0;
  for (int d = 0; d < 3; d++)
    for (int l = 0; l < kLines; l++) {
      const uint8_t* row = kTables.cells[d][l];
      const int length = kTables.length[d][l];
      const uint16_t *one = b.cells[row[0]], *two = b.cells[row[1]], *three = b.cells[row[2]];
      for (int lane = 0; lane < kLanes; lane++) b.common[lane] = one[lane] & two[lane] & three[lane];
      for (int index = 3; index < length; index++) {
        const uint16_t* cell = b.cells[row[index]];
        for (int lane = 0; lane < kLanes; lane++) b.common[lane] &= cell[lane];
      }
      uint16_t points[kNumbers] = {};
      for (int k = 0; k < kNumbers; k++) points[k] = static_cast<uint16_t>(length * kValues[d][k]);
      for (int lane = 0; lane < kLanes; lane++)
        for (int k = 0; k < kNumbers; k++) b.totals[lane] += b.common[lane] >> (3 * d + k) & 1 ? points[k] : 0;
    }
}

[[gnu::noinline]] int64_t play(uint64_t seed, long games) {
  static Block b;
  int64_t sum = 0;
  for (long first = 0; first < games; first += kLanes) {
    shuffle(b, seed, static_cast<uint64_t>(first));
    // One game at a time: two in one store, as partake.fast does it, makes this program slower.
    for (int i = 0; i < kCells; i++)
      for (int lane = 0; lane < kLanes; lane++) b.cells[i][lane] = kTables.codes[b.decks[i][lane]];
    score(b);
    for (int lane = 0; lane < kLanes && first + lane < games; lane++) sum += b.totals[lane];
  }
  return sum;
}

}  // namespace

int main(int count, char** arguments) {
  const long games = count > 1 ? std::atol(arguments[1]) : 10000000;
  const uint64_t seed = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 0;
  const std::clock_t start = std::clock();
  const int64_t sum = play(seed, games);
  const double elapsed = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("%.6f %lld\n", elapsed, static_cast<long long>(sum));
}
