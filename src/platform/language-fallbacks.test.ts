import { expect, test } from 'bun:test'
import { languageFallbacks } from './language-fallbacks.ts'

test('a language tag is truncated from the right, and never ends with a single letter', () => {
  for (const [tag, ...wider] of [
    ['en'],
    ['zh-Hant-TW', 'zh-Hant', 'zh'],
    // The example of RFC 4647.
    ['zh-Hant-CN-x-private1-private2', 'zh-Hant-CN-x-private1', 'zh-Hant-CN', 'zh-Hant', 'zh'],
    ['fr-u-nu-arab', 'fr-u-nu', 'fr'],
    ['sw-KE-x-private', 'sw-KE', 'sw'],
    ['en-a-bbb-x-a-ccc', 'en-a-bbb', 'en'],
    ['x-fr'],
    [''],
  ] as [string, ...string[]][])
    expect(languageFallbacks(tag)).toEqual([tag, ...wider])
})
