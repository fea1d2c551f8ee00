import { describe, expect, test } from 'vitest';
import { Diagnostics, didYouMean, formatDiagnostic, ModelError, sourceExcerpt } from './errors.ts';

describe('didYouMean', () => {
  test.each([
    ['dampng', ['damping', 'armature'], 'damping'],
    ['rgab', ['rgba', 'range'], 'rgba'],
    ['Sphere', ['sphere', 'box'], 'sphere'],
    ['freejiont', ['joint', 'freejoint'], 'freejoint'],
  ])('%s', (word, candidates, wanted) => {
    expect(didYouMean(word, candidates)).toBe(`did you mean '${wanted}'?`);
  });

  test('nothing is close', () => {
    expect(didYouMean('zzz', ['mass', 'pos'])).toBeUndefined();
    expect(didYouMean('x'.repeat(1000), ['x'])).toBeUndefined();
  });
});

describe('Diagnostics', () => {
  test('collects several problems, the first is the error', () => {
    const d = new Diagnostics();
    d.warning('encoding', 'odd');
    d.error('bad-number', 'first', { kind: 'geom', name: 'g', source: { file: 'a.xml', line: 3, column: 7 } }, 'try 1');
    d.error('bad-count', 'second');
    expect(() => d.throwIfErrors()).toThrow(ModelError);
    try {
      d.throwIfErrors();
    } catch (e) {
      const error = e as ModelError;
      expect(error).toMatchObject({ code: 'bad-number', file: 'a.xml', line: 3, column: 7, hint: 'try 1' });
      expect(error.element).toBe("geom 'g'");
      expect(error.diagnostics.map((x) => x.severity)).toEqual(['warning', 'error', 'error']);
      expect(error.message).toBe("a.xml:3:7: geom 'g': first (try 1) (and 1 more)");
    }
  });

  test('a warning is an error in strict mode', () => {
    const d = new Diagnostics('strict');
    d.warning('encoding', 'odd');
    expect(d.hasErrors).toBe(true);
  });

  test.each([
    ['geom', 'geom'],
    ['contactSensor', 'contact'],
    ['jointEquality', 'joint'],
    ['defaultEquality', 'equality'],
    ['bodyPlugin', 'plugin'],
    ['flexcompEdge', 'edge'],
  ])('the element of kind %s is called by its tag', (kind, tag) => {
    const d = new Diagnostics();
    d.error('bad-value', 'odd', { kind });
    d.error('bad-value', 'odd', { kind, name: 'x' });
    expect(d.list.map((x) => x.element)).toEqual([tag, `${tag} 'x'`]);
  });

  test('a million problems are not kept', () => {
    const d = new Diagnostics();
    for (let i = 0; i < 1e5; i++) d.error('bad-number', 'again');
    expect(d.list.length).toBeLessThan(1000);
  });
});

test('sourceExcerpt puts a caret under the column', () => {
  const d = { severity: 'error', code: 'bad-number', message: 'm', line: 2, column: 3 } as const;
  expect(sourceExcerpt(d, 'one\n\ttwo\nthree')).toBe(' two\n  ^');
  expect(formatDiagnostic({ ...d, file: 'f.xml' })).toBe('f.xml:2:3: m');
  expect(formatDiagnostic({ severity: 'error', code: 'missing-file', message: 'm', file: 'f.xml' })).toBe('f.xml: m');
  expect(formatDiagnostic({ severity: 'error', code: 'limit', message: 'm' })).toBe('m');
});
