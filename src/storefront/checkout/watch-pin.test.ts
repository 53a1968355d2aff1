import { afterEach, expect, it, vi } from 'vitest';
import { type PinResult, watchPin } from './delivery-help.tsx';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Returns a form with the two fields, and what it was asked to show. */
function openForm(typed = '') {
  const form = new EventTarget();
  const fieldOf = () =>
    Object.assign(new EventTarget(), {
      value: '',
      matches: () => false,
      // In a page, the form receives the event.
      dispatchEvent: vi.fn<(event: Event) => boolean>(() => true),
    });
  const fields = { pincode: fieldOf(), state: fieldOf() };
  if (typed) Object.assign(fields.pincode, { value: typed, matches: () => true });
  const namedItem = (name: string) => fields[name as keyof typeof fields] as never;
  const shown: PinResult[] = [];
  const stop = watchPin(
    Object.assign(form, { elements: { namedItem } }) as unknown as Parameters<typeof watchPin>[0],
    (news) => shown.push(news),
  );
  stops.push(stop);
  async function type(target: EventTarget): Promise<PinResult | undefined> {
    form.dispatchEvent(Object.defineProperty(new Event('input'), 'target', { value: target }));
    await vi.dynamicImportSettled();
    return shown.at(-1);
  }
  return {
    ...fields,
    shown,
    stop,
    elsewhere: () => form.dispatchEvent(new Event('input')),
    typePin: (value: string) => type(Object.assign(fields.pincode, { value })),
    choose: (value: string) => type(Object.assign(fields.state, { value })),
  };
}

it('fills in the state of a PIN code, and dispatches an input event', async () => {
  const form = openForm();
  expect(await form.typePin('60000')).toEqual({});
  expect(form.state.value).toBe('');
  expect(await form.typePin('600 004')).toEqual({ filled: 'Tamil Nadu' });
  expect(form.state.value).toBe('Tamil Nadu');
  const [event] = form.state.dispatchEvent.mock.calls[0]!;
  expect(event).toMatchObject({ type: 'input', bubbles: true });
});

it('asks about a mismatch, and keeps the chosen state', async () => {
  const form = openForm();
  await form.choose('Tamil Nadu');
  expect((await form.typePin('560001'))?.question).toContain('Is Tamil Nadu right?');
  expect(form.state.value).toBe('Tamil Nadu');
  expect(await form.choose('Karnataka')).toEqual({ question: undefined });
  expect((await form.choose('Kerala'))?.question).toContain('Is Kerala right?');
  expect(await form.typePin('56000')).toEqual({});
});

it('replaces the state that it filled in itself', async () => {
  const form = openForm();
  await form.typePin('600004');
  expect(await form.typePin('560001')).toEqual({ filled: 'Karnataka' });
  expect(form.state.value).toBe('Karnataka');

  const { question } = (await form.typePin('110001'))!;
  expect(question).toContain('is in Delhi');
  expect(form.state.value).toBe('');
  await form.typePin('560001');
  await form.typePin('813001');
  expect(form.state.value).toBe('');
});

it('does not fill in a state again that was removed', async () => {
  const form = openForm();
  await form.typePin('600004');
  expect(await form.choose('')).toEqual({});
  expect(form.state.value).toBe('');
});

it('checks what was typed before it started, while the field has the focus', async () => {
  const form = openForm('600004');
  await vi.dynamicImportSettled();
  expect(form.state.value).toBe('Tamil Nadu');
});

it('ignores other fields, and everything after it has stopped', async () => {
  const form = openForm();
  form.pincode.value = '560001';
  form.state.value = 'Tamil Nadu';
  form.elsewhere();
  form.stop();
  form.elsewhere();
  await vi.dynamicImportSettled();
  expect(form.shown).toEqual([]);
});
