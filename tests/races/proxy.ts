// A plain TCP proxy: what runs between two processes passes here, message by message, and can be
// lost, cut or held back at any of them. With two targets it is the plain proxy in front of two shops.
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** there: from whoever connected; back: the answer. */
export type Direction = 'there' | 'back';
/** lose: this message is not handed on, and the connection is cut. */
export type Verdict = 'pass' | 'lose';

export interface TcpProxy {
  port: number;
  /** Cuts every connection at once; new ones may be made. */
  cut(): void;
  /** From now on nothing passes, and nobody is told. */
  silence(): void;
  /** Ends a silence. What was said meanwhile is lost, and so are its connections. */
  resume(): void;
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** Loopback ports, asked again for each connection: tried in turn, each connection beginning with the next. */
  targets: () => readonly number[];
  /** Told of each message before it is handed on. */
  onMessage?: (direction: Direction, bytes: Buffer) => Verdict;
}

/** Opens a proxy on a free loopback port. */
export async function openProxy({ targets, onMessage }: ProxyOptions): Promise<TcpProxy> {
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
      if (silent) return;
      if (onMessage?.(direction, bytes) !== 'lose') return void to.write(bytes);
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
    cut,
    silence: () => void (silent = true),
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

/** A connection, or undefined when nobody listens there. */
function reach(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}
