// The twin of a shop: node:http that responds to each path with the same status, headers and bytes as the shop did, and
// does nothing else. A program: takes BareOptions (side-by-side.ts) by message and replies with its port. Not in
// TypeScript, since stripping types would double its memory.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** Returns a function that commits a row durably, to an SQLite file or to PostgreSQL. */
async function openCommits(at) {
  if (at === undefined) return () => undefined;
  if ('file' in at) {
    const { DatabaseSync } = await import('node:sqlite');
    const db = new DatabaseSync(at.file);
    db.exec('pragma journal_mode = wal; pragma synchronous = full; create table line (text)');
    const insert = db.prepare('insert into line (text) values (?)');
    return (line) => void insert.run(line);
  }
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: at.url, max: 20 });
  await pool.query('create table line (text text)');
  const named = { name: 'insert', text: 'insert into line values ($1)' };
  return (line) => pool.query({ ...named, values: [line] });
}

/** Commits what was sent `count` times, one after the other, and sends it back. */
async function keep(commit, count, request, response) {
  const sent = await text(request);
  for (let done = 0; done < count; done += 1) await commit(sent);
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(sent);
}

process.once('message', async ({ replies, commits }) => {
  const commit = await openCommits(commits);
  const server = createServer((request, response) => {
    const { method, url = '' } = request;
    // 'POST /commit/3': three commits.
    const count = Number(/^\/commit\/(\d+)$/.exec(url)?.[1] ?? 0);
    const reply = replies[`${method} ${url}`];
    if (count > 0) void keep(commit, count, request, response);
    else if (reply === undefined) response.writeHead(404).end();
    else response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send(server.address().port);
});
process.once('disconnect', () => process.exit());
