import { describe, expect, it } from 'vitest';
import { createBudget } from './budget.ts';
import { clientNetworks } from './limits.ts';

/** A budget of 1,000 bytes, and `hold`, which notes by name who gave way. */
function openBudget() {
  const budget = createBudget(1_000);
  const gone: string[] = [];
  const hold = (name: string, address: string, bytes: number) => {
    const holding = budget.hold(clientNetworks(address), () => gone.push(name));
    holding.resize(bytes);
    return holding;
  };
  return { hold, gone };
}

describe('when the budget is full, what gives way', () => {
  it('is nothing while it is exactly full, or after something was released', () => {
    const { hold, gone } = openBudget();
    const first = hold('first', '192.0.2.1', 600);
    hold('second', '198.51.100.1', 400);
    first.release();
    first.resize(900);
    hold('third', '203.0.113.1', 600);
    expect(gone).toEqual([]);
  });

  it('is the largest of the network that holds most, however many addresses it has', () => {
    const { hold, gone } = openBudget();
    hold('honest', '198.51.100.1', 300);
    for (let i = 1; i <= 8; i += 1) hold(`stranger ${i}`, `192.0.2.${i}`, i === 3 ? 100 : 80);
    expect(gone).toEqual([]);
    hold('late', '203.0.113.1', 50);
    expect(gone).toEqual(['stranger 3']);
    const { hold: holdIpv6, gone: goneIpv6 } = openBudget();
    holdIpv6('honest', '2001:db8:1:1::/64', 400);
    for (let i = 1; i <= 7; i += 1) holdIpv6('stranger', `2001:db8:2:${i}::/64`, 90);
    expect(goneIpv6).toEqual(['stranger']);
  });

  it('is of the address that holds most, not of its neighbours', () => {
    const { hold, gone } = openBudget();
    hold('neighbour', '192.0.2.1', 200);
    for (let i = 1; i <= 9; i += 1) hold(`stranger ${i}`, '192.0.2.2', 100);
    expect(gone).toEqual(['stranger 1']);
  });

  it('is what made no progress for longest, if all are equal', () => {
    const { hold, gone } = openBudget();
    const [first] = Array.from({ length: 20 }, (_, i) => hold(`${i}`, `192.0.${i}.1`, 50));
    first?.resize(50);
    hold('new', '198.51.100.1', 50);
    expect(gone).toEqual(['1']);
  });

  it('is the newcomer, if nobody holds as much', () => {
    const { hold, gone } = openBudget();
    hold('small', '192.0.2.1', 10);
    hold('huge', '198.51.100.1', 1_001);
    expect(gone).toEqual(['huge']);
  });
});
