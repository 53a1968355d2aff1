import { describe, expect, test } from 'vitest';
import { ArgumentsError, parseArguments } from './arguments.ts';
import { argumentsFor } from '#support/payments/stand-in.ts';

const complete = argumentsFor('/tmp/books', 'http://127.0.0.1:3000/payments/webhook');

function without(name: string): string[] {
  const at = complete.indexOf(name);
  return complete.toSpliced(at, 2);
}

describe('parseArguments', () => {
  test('fills in a free port and the public base', () => {
    expect(parseArguments(complete)).toMatchObject({
      data: '/tmp/books',
      port: 0,
      'public-base': '/test-payments',
    });
  });

  test.each(['--data', '--key-id', '--key-secret', '--webhook-secret', '--webhook-url'])(
    'names %s when it is missing',
    (name) => {
      expect(() => parseArguments(without(name))).toThrow(new ArgumentsError(`${name} is missing`));
    },
  );

  test.each([
    [['--port', 'http'], '--port is not a number'],
    [['--port', '70000'], '--port is not a port'],
    [['--webhook-url', 'shop'], '--webhook-url is not an address'],
    [['--webhook-url', 'ftp://shop/'], '--webhook-url is not an http address'],
    [['--public-base', 'test/'], '--public-base must look like /test-payments'],
    [['--data', ''], '--data is empty'],
  ])('refuses %j', (more, words) => {
    expect(() => parseArguments([...complete, ...more])).toThrow(new ArgumentsError(words));
  });

  test('refuses an argument it does not know', () => {
    expect(() => parseArguments([...complete, '--colour', 'violet'])).toThrow(/--colour/);
  });
});
