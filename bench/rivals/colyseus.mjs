// Colyseus, in memory: four players place the called tile at the same time; what they place is secret until all have.
import { Room, Server } from "@colyseus/core";
import { StateView, schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import classic from "./classic.cjs";

const { CELLS, SEATS, TILES, score } = classic;

const Player = schema({
  placed: t.boolean(),
  cell: t.int8().view(),
  score: t.uint16(),
  board: t.array("string"),
}, "Player");
const Table = schema({ draws: t.uint32(), tile: t.string(), players: t.array(Player) }, "Table");

class TakeRoom extends Room {
  maxClients = SEATS;
  patchRate = null; // a turn-based game: patches are sent with each move, not twenty times a second
  seatReservationTimeout = 60;
  state = new Table();
  deck = [];

  onCreate() {
    for (let seat = 0; seat < SEATS; seat++) {
      const player = new Player();
      player.placed = false;
      player.cell = -1;
      player.score = 0;
      player.board.push(...CELLS.map(() => ""));
      this.state.players.push(player);
    }
    this.state.draws = 0;
    this.draw();
    this.onMessage("place", (client, { tile, cell }) => this.place(client, tile, CELLS.indexOf(cell)));
  }

  onJoin(client) {
    client.userData = { seat: this.clients.length - 1 };
    client.view = new StateView();
    client.view.add(this.state.players[client.userData.seat]);
  }

  draw() {
    if (this.deck.length === TILES.length - CELLS.length || this.deck.length === 0) this.deck = shuffled(TILES);
    this.state.tile = this.deck.pop();
    this.state.draws += 1;
  }

  place(client, tile, cell) {
    const { players } = this.state;
    const player = players[client.userData.seat];
    if (tile !== this.state.tile || player.placed || player.board[cell] !== "") {
      client.send("refused", "this placement is not legal");
      return;
    }
    player.cell = cell;
    player.placed = true;
    if (players.every((one) => one.placed)) this.reveal();
    this.broadcastPatch();
  }

  reveal() {
    const isOver = this.deck.length === TILES.length - CELLS.length;
    for (const player of this.state.players) {
      player.board[player.cell] = this.state.tile;
      player.placed = false;
      player.cell = -1;
      if (isOver) {
        player.score = score([...player.board]);
        for (let cell = 0; cell < CELLS.length; cell++) player.board[cell] = "";
      }
    }
    this.draw();
  }
}

function shuffled(tiles) {
  const deck = [...tiles];
  for (let last = deck.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
  return deck;
}

const transport = new WebSocketTransport();
const server = new Server({ transport, greet: false });
server.define("take", TakeRoom);
await server.listen(0, "127.0.0.1");
console.log(transport.server.address().port);
