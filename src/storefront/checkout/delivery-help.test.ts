import { afterEach, describe, expect, it, vi } from 'vitest';
import { fillDelivery, watchPin } from './delivery-help.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('fillDelivery', () => {
  const known = {
    customerName: 'Kavya Raman',
    phoneNumber: '9876543210',
    landmark: 'Near the temple tank',
    state: 'Tamil Nadu',
    pincode: '600004',
    address: '14, North Mada Street',
  };
  const empty = Object.fromEntries(Object.keys(known).map((name) => [name, '']));

  /** Returns a form with these texts, and the requests of the account's texts, which are the response. */
  function openForm(texts: Partial<typeof known> = {}, response: object = known, status = 200) {
    const ownerDocument: { activeElement?: unknown } = {};
    const fields = Object.entries({ ...empty, ...texts }).map(([name, value]) => ({
      name,
      value,
      ownerDocument,
      ...(name !== 'state' && { select: vi.fn<() => void>() }),
    }));
    const requests: string[] = [];
    vi.stubGlobal('fetch', async (path: string) => {
      requests.push(path);
      return Response.json(response, { status });
    });
    const namedItem = (name: string) => fields.find((field) => field.name === name) as never;
    return {
      requests,
      namedItem,
      texts: () => Object.fromEntries(fields.map(({ name, value }) => [name, value])),
      focus: (name: string) => (ownerDocument.activeElement = namedItem(name)),
      selected: () =>
        fields.filter(({ select }) => select?.mock.calls.length).map(({ name }) => name),
      type: (name: string, value: string) => Object.assign(namedItem(name), { value }),
    };
  }

  it.each([
    ['the texts of the account', known, 200, known],
    ['only known fields', { pincode: '600004', x: 'y' }, 200, { ...empty, pincode: '600004' }],
    ['only texts', { pincode: 600004 }, 200, empty],
    ['nothing if the request fails', known, 401, empty],
  ])('fills in %s', async (_what, response, status, expected) => {
    const form = openForm({}, response, status);
    await fillDelivery(form);
    expect(form.requests).toEqual(['/api/users/delivery']);
    expect(form.texts()).toEqual(expected);
  });

  it.each(Object.keys(known))('requests and fills in nothing once %s is typed', async (name) => {
    const form = openForm({ [name]: 'x' });
    await fillDelivery(form);
    expect(form.requests).toEqual([]);
    expect(form.texts()).toEqual({ ...empty, [name]: 'x' });
  });

  it('fills in nothing if something is typed during the request', async () => {
    const form = openForm();
    const filled = fillDelivery(form);
    form.type('address', '7, Car Street');
    await filled;
    expect(form.texts()).toEqual({ ...empty, address: '7, Car Street' });
  });

  it.each([
    ['customerName', ['customerName']],
    ['address', ['address']],
    ['state', []],
  ])('selects the text of %s, if it has one and the focus', async (name, selected) => {
    const form = openForm();
    const filled = fillDelivery(form);
    form.focus(name);
    await filled;
    expect(form.texts()).toEqual(known);
    expect(form.selected()).toEqual(selected);
  });
});

describe('watchPin', () => {
  type Advice = Parameters<Parameters<typeof watchPin>[1]>[0];

  /** Returns a form with the two fields, and the advice that it was given. */
  function openForm(typed = '') {
    const form = new EventTarget();
    const createField = () =>
      Object.assign(new EventTarget(), {
        value: '',
        matches: () => false,
        // In a page, the form receives the event.
        dispatchEvent: vi.fn<(event: Event) => boolean>(() => true),
      });
    const fields = { pincode: createField(), state: createField() };
    if (typed) Object.assign(fields.pincode, { value: typed, matches: () => true });
    const namedItem = (name: string) => fields[name as keyof typeof fields];
    const shown: Advice[] = [];
    const watched = Object.assign(form, { elements: { namedItem } }) as unknown as HTMLFormElement;
    const stop = watchPin(watched, (advice) => shown.push(advice));
    async function type(target: EventTarget): Promise<Advice | undefined> {
      form.dispatchEvent(Object.defineProperty(new Event('input'), 'target', { value: target }));
      await vi.dynamicImportSettled();
      return shown.at(-1);
    }
    return {
      ...fields,
      shown,
      stop,
      typeElsewhere: () => form.dispatchEvent(new Event('input')),
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

  it('asks about a mismatch, and leaves the chosen state', async () => {
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
    form.typeElsewhere();
    form.stop();
    form.typeElsewhere();
    await form.typePin('560001');
    expect(form.shown).toEqual([]);
  });
});
