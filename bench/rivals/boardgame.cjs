// boardgame.io, in memory: four players place the called tile at the same time; what they place is secret until all have.
"use strict";

const { ActivePlayers, INVALID_MOVE, PlayerView } = require("boardgame.io/core");
const { Server } = require("boardgame.io/server");
const { CELLS, SEATS, TILES, score } = require("./classic.cjs");

const seats = Array.from({ length: SEATS }, (_, seat) => seat);

function deal(random, draws, scores) {
  const [tile, ...deck] = random.Shuffle(TILES);
  return {
    draws: draws + 1,
    tile,
    toAct: seats,
    boards: seats.map(() => CELLS.map(() => "")),
    scores,
    players: Object.fromEntries(seats.map((seat) => [seat, { cell: -1 }])),
    secret: { deck },
  };
}

function place({ G, playerID, random }, tile, name) {
  const seat = Number(playerID);
  const cell = CELLS.indexOf(name);
  if (tile !== G.tile || !G.toAct.includes(seat) || G.boards[seat][cell] !== "") return INVALID_MOVE;
  G.players[seat].cell = cell;
  G.toAct = G.toAct.filter((other) => other !== seat);
  if (G.toAct.length > 0) return undefined;
  for (const other of seats) G.boards[other][G.players[other].cell] = G.tile;
  if (TILES.length - G.secret.deck.length === CELLS.length) {
    Object.assign(G, deal(random, G.draws, G.boards.map(score)));
    return undefined;
  }
  for (const other of seats) G.players[other].cell = -1;
  G.tile = G.secret.deck.shift();
  G.draws += 1;
  G.toAct = seats;
  return undefined;
}

const take = {
  name: "take",
  minPlayers: SEATS,
  maxPlayers: SEATS,
  disableUndo: true,
  setup: ({ random }) => deal(random, 0, seats.map(() => 0)),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { activePlayers: ActivePlayers.ALL },
  moves: { place: { move: place, client: false, redact: true, ignoreStaleStateID: true } },
};

Server({ games: [take], origins: [] })
  .run(0)
  .then(({ appServer }) => console.log(appServer.address().port));
