// A TCP proxy between two processes that can lose a message, cut the connections or stop forwarding. With two targets it
// balances the connections between two shops.
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** there: from the client; back: from the server. */
export type Direction = 'there' | 'back';
/** lose: the message is not forwarded, and the connection is cut. drop: it is not forwarded, and the connection stays. */
export type Verdict = 'pass' | 'lose' | 'drop';

export type TcpProxy = Awaited<ReturnType<typeof openProxy>>;

export interface ProxyOptions {
  /** Returns the loopback ports. Called for each connection, which tries them in turn and starts with the next one. */
  targets: () => readonly number[];
  /** Called with each message before it is forwarded. */
  onMessage?: (direction: Direction, bytes: Buffer) => Verdict;
}

/** Opens a proxy on a free loopback port. */
export async function openProxy({ targets, onMessage }: ProxyOptions) {
  const sockets = new Set<Socket>();
  let silent = false;
  let turn = 0;

  const server = createServer({ pauseOnConnect: true, noDelay: true }, (near) => void accept(near));

  async function accept(near: Socket): Promise<void> {
    keep(near);
    const ports = targets();
    turn += 1;
    for (let i = 0; i < ports.length; i += 1) {
      const far = await reach(ports[(turn + i) % ports.length] ?? 0);
      if (far === undefined) continue;
      keep(far);
      join(near, far, 'there');
      join(far, near, 'back');
      near.resume();
      return;
    }
    near.destroy();
  }

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  }

  function join(from: Socket, to: Socket, direction: Direction): void {
    from.on('data', (bytes: Buffer) => {
      const verdict = silent ? 'drop' : (onMessage?.(direction, bytes) ?? 'pass');
      if (verdict === 'pass') to.write(bytes);
      if (verdict !== 'lose') return;
      from.destroy();
      to.destroy();
    });
    from.on('end', () => to.end());
    from.on('close', () => to.destroy());
  }

  function cut(): void {
    for (const socket of sockets) socket.destroy();
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** Cuts every connection. New ones are possible. */
    cut,
    /** Stops forwarding without closing connections. */
    silence: () => void (silent = true),
    /** Forwards again. Messages sent meanwhile are lost, and existing connections are cut. */
    resume() {
      if (silent) cut();
      silent = false;
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Resolves to a connection, or undefined if nothing listens on the port. */
function reach(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}
