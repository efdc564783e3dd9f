// The peer of the benchmark: boardgame.io with a game that only counts, on its memory or its FlatFile store.
const { Server, Origins, FlatFile } = require('boardgame.io/server');

const count = {
  name: 'count',
  setup: () => ({ steps: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { step: ({ G }) => { G.steps += 1; } },
};
const [store, folder] = process.argv.slice(2);
const db = store === 'flatfile' ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games: [count], origins: [Origins.LOCALHOST], ...(db && { db }) });
server.run({ port: 0 }).then(({ appServer }) => {
  console.log(`peer is at ${appServer.address().port}`);
});
