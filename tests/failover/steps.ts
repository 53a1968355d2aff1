// What is done to the shop, one step after the other, each under load.
import { setTimeout as pause } from 'node:timers/promises';
import type { Site } from './site.ts';

export interface Step {
  about: string;
  /** Shoppers may not notice it. */
  isHidden?: boolean;
  /** Is done before the load begins. Resolves to the fault, if `act` does not cause it. */
  prepare?(site: Site): Promise<() => Promise<void>>;
  /** @param spell how long a state lasts that somebody has to notice, in milliseconds */
  act(site: Site, spell: number): Promise<void>;
}

/** As deploy/install.sh, which leaves the proxy two seconds to see that the shop is back. */
const SEEN_AFTER_MS = 2_000;

/** A person sees that the primary is gone, and replaces it. */
async function failOver({ machines }: Pick<Site, 'machines'>): Promise<void> {
  await machines.killPrimary();
  await machines.promote();
  await machines.rejoin();
}

export const steps: Record<string, Step> = {
  'kill-shop': {
    about: 'kill -9 of a shop',
    isHidden: true,
    async act({ shops: [shop] }) {
      shop!.kill();
      await shop!.up();
    },
  },
  deploy: {
    about: 'rolling deploy',
    isHidden: true,
    async act({ shops }) {
      for (const shop of shops) {
        await shop.deploy();
        await shop.up();
        const isReady = () => fetch(`http://127.0.0.1:${shop.port}/readyz`).then(({ ok }) => ok);
        while (!(await isReady())) await pause(100);
        await pause(SEEN_AFTER_MS);
      }
    },
  },
  'kill-primary': {
    about: 'primary killed, standby promoted',
    act: failOver,
  },
  'cut-primary': {
    about: 'primary cut off and alive, standby promoted',
    async act({ machines }, spell) {
      machines.isolatePrimary();
      await machines.promote();
      await pause(spell);
      await machines.rejoin();
    },
  },
  'lone-primary': {
    about: 'isolated primary restarted alone, then standby promoted',
    async act({ machines }, spell) {
      machines.isolateStandby();
      await pause(spell);
      await machines.restartPrimary();
      await pause(spell);
      await failOver({ machines });
    },
  },
  'full-disk': {
    about: "disk of the primary's write-ahead log full, standby promoted",
    prepare: ({ machines }) => machines.moveToSmallDisk(),
    act: failOver,
  },
  'restart-all': {
    about: 'everything killed and started again',
    async act({ machines, shops, haproxy, standIn }) {
      for (const shop of shops) shop.kill();
      await Promise.all([machines.restart(), haproxy.kill(), standIn.crash()]);
      await haproxy.start();
      await Promise.all(shops.map((shop) => shop.up()));
    },
  },
};
