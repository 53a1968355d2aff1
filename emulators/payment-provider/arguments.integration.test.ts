import { describe, expect, test } from 'vitest';
import { ArgumentsError, parseArguments } from './arguments.ts';
import { argumentsFor, standInSecrets } from '#support/payments/stand-in.ts';

const complete = argumentsFor('/tmp/books', 'http://127.0.0.1:3000/payments/webhook');

function without(name: string): string[] {
  const at = complete.indexOf(name);
  return complete.toSpliced(at, 2);
}

describe('parseArguments', () => {
  test('fills in a free port and the public base', () => {
    expect(parseArguments(complete, standInSecrets)).toMatchObject({
      data: '/tmp/books',
      port: 0,
      'control-port': 0,
      'public-base': '/test-payments',
    });
  });

  test.each(['--data', '--key-id', '--webhook-url'])('names %s when it is missing', (name) => {
    expect(() => parseArguments(without(name), standInSecrets)).toThrow(
      new ArgumentsError(`${name} is missing`),
    );
  });

  test.each(Object.keys(standInSecrets))('names %s when it is missing', (name) => {
    const parse = (value?: string) =>
      parseArguments(complete, { ...standInSecrets, [name]: value });
    expect(() => parse()).toThrow(new ArgumentsError(`${name} is missing`));
    expect(() => parse('')).toThrow(new ArgumentsError(`${name} is empty`));
  });

  test('refuses a secret on the command line, where others can read it', () => {
    const args = [...complete, '--key-secret', 'open'];
    expect(() => parseArguments(args, standInSecrets)).toThrow(/--key-secret/);
  });

  test.each([
    [['--port', 'http'], '--port is not a number'],
    [['--port', '70000'], '--port is not a port'],
    [['--control-port', '70000'], '--control-port is not a port'],
    [['--webhook-url', 'shop'], '--webhook-url is not an address'],
    [['--webhook-url', 'ftp://shop/'], '--webhook-url is not an http address'],
    [['--public-base', 'test/'], '--public-base must look like /test-payments'],
    [['--shop-origin', 'http://shop.example/'], '--shop-origin is not an origin'],
    [['--data', ''], '--data is empty'],
  ])('refuses %j', (more, words) => {
    const parse = () => parseArguments([...complete, ...more], standInSecrets);
    expect(parse).toThrow(new ArgumentsError(words));
  });

  test('refuses an unknown argument', () => {
    const args = [...complete, '--colour', 'violet'];
    expect(() => parseArguments(args, standInSecrets)).toThrow(/--colour/);
  });
});
