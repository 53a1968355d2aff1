import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createPictureStore } from './picture-store.ts';

const kavya = { account: 'kavya', address: '192.0.2.1' };

const picture = { full: Buffer.from('full'), small: Buffer.from('small') };

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'maalai-store-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
});

const open = (folder = '.', made = picture) =>
  createPictureStore(join(directory, folder), async () => made);

const files = () =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .toSorted();

describe('a picture store', () => {
  it('stores both sizes under a new name', async () => {
    const store = open('uploads');
    const { name, bytes } = await store.store('draft', kavya);
    expect(bytes).toBe('fullsmall'.length);
    expect(name).toMatch(/^[\da-f]{32}\.webp$/);
    const small = name.replace('.webp', '-320.webp');
    expect(readFileSync(store.locate(name) ?? '', 'utf8')).toBe('full');
    expect(readFileSync(store.locate(small) ?? '', 'utf8')).toBe('small');
    expect(files()).toEqual([small, name].toSorted());
    expect((await store.store('draft', kavya)).name).not.toBe(name);
  });

  it.each([
    '',
    '..',
    '../secret.webp',
    'incoming/0123456789abcdef0123456789abcdef',
    '0123456789abcdef0123456789abcdef',
    '0123456789ABCDEF0123456789ABCDEF.webp',
    '0123456789abcdef0123456789abcdef-321.webp',
    '0123456789abcdef0123456789abcdef.webp\n',
  ])('has no path for the name %j', (file) => {
    expect(open('uploads').locate(file)).toBeUndefined();
  });

  it('deletes a picture, and ignores an unknown one', async () => {
    const store = open();
    await store.remove([(await store.store('draft', kavya)).name]);
    await store.remove(['0123456789abcdef0123456789abcdef.webp']);
    expect(files()).toEqual([]);
  });

  it('leaves no file of a picture that it could not write', async () => {
    // Writing the second size fails, as on a full disk.
    const half = { full: picture.full, small: undefined as unknown as typeof picture.small };
    await expect(open('.', half).store('draft', kavya)).rejects.toThrow(TypeError);
    expect(files()).toEqual([]);
  });

  it('deletes drafts and unused pictures that are old enough, and no other files', async () => {
    const store = open();
    expect(await open('none').sweep(() => false, Infinity)).toBe(0);
    const [used, old, young] = [
      (await store.store('draft', kavya)).name,
      (await store.store('draft', kavya)).name,
      (await store.store('draft', kavya)).name,
    ];
    const past = new Date('2026-01-01T00:00:00Z');
    for (const file of files().filter((each) => !each.startsWith(young.slice(0, 32)))) {
      utimesSync(join(directory, file), past, past);
    }
    writeFileSync(await store.newDraft(), 'half a picture');
    writeFileSync(join(directory, 'read-me.txt'), 'of the owner');
    expect(await store.sweep((name) => name === used, past.getTime() + 1)).toBe(2);
    expect(files()).not.toContain(old);
    expect(files()).toContain(young);
    expect(await store.sweep((name) => name === used, Infinity)).toBe(3);
    expect(files()).toEqual([used, used.replace('.webp', '-320.webp'), 'read-me.txt'].toSorted());
  });
});
