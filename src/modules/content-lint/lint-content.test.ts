import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testKeyOf } from '../authoring/public/question-keys.ts'
import { placeCorrectAnswer } from '../questions/public/import-questions.ts'
import { lintContent } from './lint-content.ts'

/** A part of the catalog, which is clean. Each test plants a fault and removes it again. */
const folder = mkdtempSync(join(tmpdir(), 'lyceum-lint-'))
const COURSE = 'courses/blockchain-basics'
const BATTLE = 'questions/blockchain.yaml'
const TEST = `${COURSE}/test.yaml`
const CONTEST = 'contests/chain-sprint.yaml'
const LESSON = `${COURSE}/lessons/01-ledgers-and-trust.md`
/** The contest has questions of their skills. */
const OTHER_COURSES = [
  'courses/smart-contracts-with-solidity/course.yaml',
  'courses/web3-security/course.yaml',
]
beforeAll(() => {
  const catalog = join(import.meta.dir, '../../../content')
  for (const part of [COURSE, BATTLE, CONTEST, ...OTHER_COURSES])
    cpSync(join(catalog, part), join(folder, part), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function lintWith(file: string, change: (text: string) => string) {
  const path = join(folder, file)
  const before = readFileSync(path, 'utf8')
  const after = change(before)
  expect(after).not.toBe(before)
  writeFileSync(path, after)
  try {
    return (await lintContent(folder)).map(({ file, key, rule }) => ({ file, key, rule }))
  } finally {
    writeFileSync(path, before)
  }
}

/** Replaces one field of the question with this key. */
const setField = (key: string, field: string, value: string) => (text: string) =>
  text.replace(
    new RegExp(
      `(key: ${key}\\n(?:(?! *- key:|\`\`\`).*\\n)*?\\s*${field}:)[^\\n]*(?:\\n {2,}[^-\\s:][^:\\n]*)?$`,
      'm',
    ),
    `$1 ${value}`,
  )

test('content without a fault has no findings', async () => {
  expect(await lintContent(folder)).toEqual([])
})

describe('a planted fault is found', () => {
  test('right options that are often the longest, in a contest and in the lessons of a course', async () => {
    const pad = (text: string) => text.replace(/^( *right: [^"'`\n]+)$/gm, '$1 for every reader of this page')
    expect(await lintWith(CONTEST, pad)).toContainEqual({
      file: CONTEST,
      key: CONTEST,
      rule: 'longest-option',
    })
    const lessons = `${COURSE}/lessons`
    expect(await lintWith(LESSON, pad)).toEqual([{ file: lessons, key: lessons, rule: 'longest-option' }])
  })

  test('right options that are never the longest', async () => {
    const pad = (text: string) => text.replace(/^( *- [^"'`\n:]+)$/gm, '$1 for every reader of this page')
    expect(await lintWith(TEST, pad)).toContainEqual({ file: TEST, key: TEST, rule: 'longest-option' })
  })

  test('right options that are nearly always the shortest', async () => {
    const cut = (text: string) => text.replace(/^( *right: )[^\n]+$/gm, '$1"x"')
    expect(await lintWith(TEST, cut)).toContainEqual({ file: TEST, key: TEST, rule: 'shortest-option' })
  })

  test('keys that store the right option at the same index', async () => {
    const keys = Array.from({ length: 200 }, (_, number) => `key-${number}`).filter(
      (key) =>
        placeCorrectAnswer(testKeyOf('blockchain-basics', key), 'r', ['a', 'b', 'c']).correctIndex === 0,
    )
    const rename = (text: string) =>
      text.replace(/^- key: .*$/gm, (line) => {
        const key = keys.pop()
        return key ? `- key: ${key}` : line
      })
    expect(await lintWith(TEST, rename)).toContainEqual({ file: TEST, key: TEST, rule: 'option-index' })
  })

  test('the same prompt twice, also in another file and with small changes', async () => {
    const prompt = 'What does a wallet really keep?'
    expect(await lintWith(BATTLE, setField('genesis-name', 'prompt', prompt))).toEqual([
      { file: BATTLE, key: 'genesis-name', rule: 'duplicate' },
    ])
    const vague = (text: string) =>
      setField(
        'bitcoin-start',
        'prompt',
        'What is it?',
      )(setField('genesis-name', 'prompt', 'What is it?')(text))
    expect(await lintWith(BATTLE, vague)).toEqual([{ file: BATTLE, key: 'bitcoin-start', rule: 'duplicate' }])
    const nearly = 'What do you call the first block of a chain, and is it called so?'
    expect(await lintWith(BATTLE, setField('bitcoin-start', 'prompt', nearly))).toEqual([
      { file: BATTLE, key: 'bitcoin-start', rule: 'duplicate' },
    ])
  })

  test('an explanation that is missing or says nothing', async () => {
    for (const value of ['', 'Because it is.'])
      expect(await lintWith(BATTLE, setField('genesis-name', 'explanation', value))).toEqual([
        { file: BATTLE, key: 'genesis-name', rule: 'missing-explanation' },
      ])
    const repeated = 'A program that is run by the chain'
    expect(await lintWith(BATTLE, setField('smart-contract-is', 'explanation', repeated))).toEqual([
      { file: BATTLE, key: 'smart-contract-is', rule: 'missing-explanation' },
    ])
    const cut = (text: string) => text.replace(/^explanation: >-\n(?: {2}.*\n)+/m, '')
    expect((await lintWith(LESSON, cut)).map(({ rule }) => rule)).toEqual(['missing-explanation'])
  })

  test('a test question without a skill, or with a skill that the course does not teach', async () => {
    const found = [{ file: TEST, key: 'ledger-order', rule: 'missing-skill' as const }]
    expect(await lintWith(TEST, setField('ledger-order', 'skill', ''))).toEqual(found)
    expect(await lintWith(TEST, setField('ledger-order', 'skill', 'cooking'))).toEqual(found)
  })

  test('a battle question without a skill, or with a skill that no course of its topic teaches', async () => {
    const found = [{ file: BATTLE, key: 'genesis-name', rule: 'missing-skill' as const }]
    for (const skill of ['', 'cooking', 'solidity'])
      expect(await lintWith(BATTLE, setField('genesis-name', 'skill', skill))).toEqual(found)
  })

  test('a contest question without a skill, or with a skill that no course teaches', async () => {
    const found = [{ file: CONTEST, key: 'question 1', rule: 'missing-skill' as const }]
    for (const skill of ['', 'skill: cooking'])
      expect(await lintWith(CONTEST, (text) => text.replace('skill: blockchain', skill))).toEqual(found)
  })

  test('a quiz without a skill, or with a skill of another course', async () => {
    const found = [{ file: LESSON, key: 'ledger-core-problem', rule: 'missing-skill' as const }]
    for (const skill of ['', 'solidity'])
      expect(await lintWith(LESSON, setField('ledger-core-problem', 'skill', skill))).toEqual(found)
  })

  test('a wrong option without feedback, in a battle and in a lesson', async () => {
    const cut = (key: string, at: number) => (text: string) => {
      const item = `(key: ${key}\\n(?:(?! *- key:|\`\`\`).*\\n)*? *optionFeedback:\\n(?: +- .*\\n){${at}} +- ).*`
      return text.replace(new RegExp(item), '$1""')
    }
    for (const [file, key] of [
      [BATTLE, 'genesis-name'],
      [LESSON, 'ledger-core-problem'],
    ] as const) {
      for (const at of [1, 3])
        expect(await lintWith(file, cut(key, at))).toEqual([{ file, key, rule: 'missing-feedback' }])
      const without = (text: string) => text.replace(/ *optionFeedback:\n(?: +- .*\n)+/, '')
      expect((await lintWith(file, without)).map(({ rule }) => rule)).toEqual(['missing-feedback'])
    }
  })

  test('a wrong option without feedback in a choice of several options', async () => {
    const quiz = (feedback: string) => (text: string) =>
      text.replace(
        /^```quiz\n/m,
        `\`\`\`quiz\ntype: MULTIPLE_CHOICE\nkey: keepers\nskill: blockchain\nprompt: Which parties keep a copy?\noptions: [Nodes, Visitors, Miners]\ncorrectIndexes: [0, 2]\nexplanation: Nodes and miners check what they keep.\ndifficulty: EASY\n${feedback}\`\`\`\n\n$&`,
      )
    expect(await lintWith(LESSON, quiz('optionFeedback: ["", They only read it., ""]\n'))).toEqual([])
    for (const feedback of ['', 'optionFeedback: [They check it., "", They check it.]\n'])
      expect(await lintWith(LESSON, quiz(feedback))).toEqual([
        { file: LESSON, key: 'keepers', rule: 'missing-feedback' },
      ])
  })

  test('a picture without alternative text', async () => {
    const [finding, ...others] = await lintWith(LESSON, (text) => text.replace(/!\[[^\]]+\]/, '![]'))
    expect(others).toEqual([])
    expect(finding).toMatchObject({ file: LESSON, rule: 'missing-alt-text' })
  })

  test('a slide with too many words', async () => {
    const long = 'many words '.repeat(111)
    const findings = await lintWith(LESSON, (text) => text.replace(/^## .*$/m, `$&\n\n${long}`))
    expect(findings.map(({ rule }) => rule)).toEqual(['slide-words'])
  })

  test('code on a slide does not count as words', async () => {
    const code = `\`\`\`js\n${'many words '.repeat(200)}\n\`\`\``
    expect(await lintWith(LESSON, (text) => text.replace(/^## .*$/m, `$&\n\n${code}`))).toEqual([])
  })

  test('a battle question that is too long for its ten seconds', async () => {
    const found = [{ file: BATTLE, key: 'genesis-name', rule: 'question-words' as const }]
    const seventeen = Array.from({ length: 17 }, (_, number) => `w${number}`).join(' ')
    expect(await lintWith(BATTLE, setField('genesis-name', 'prompt', seventeen))).toEqual(found)
    const option = Array.from({ length: 33 }, (_, number) => `w${number}`).join(' ')
    expect(await lintWith(BATTLE, (text) => text.replace('- The root key', `- ${option}`))).toContainEqual(
      found[0]!,
    )
  })

  test('a double negation in the prompt, or between prompt and options', async () => {
    const found = [{ file: BATTLE, key: 'genesis-name', rule: 'double-negation' as const }]
    const twice = 'Which block does not have no parent?'
    expect(await lintWith(BATTLE, setField('genesis-name', 'prompt', twice))).toEqual(found)
    expect(
      await lintWith(BATTLE, (text) =>
        setField(
          'genesis-name',
          'prompt',
          'What does a p-value not tell?',
        )(text.replace('- The zero hash', '- A result without an effect')),
      ),
    ).toContainEqual(found[0]!)
  })

  test('a contest or test pool that cannot be parsed', async () => {
    for (const file of [CONTEST, TEST])
      expect(await lintWith(file, (text) => `${text}\n  ]`)).toContainEqual({
        file,
        key: file,
        rule: 'unreadable',
      })
  })

  test('an option that refers to the other options', async () => {
    expect(await lintWith(BATTLE, (text) => text.replace('- The zero hash', '- All of the above'))).toEqual([
      { file: BATTLE, key: 'genesis-name', rule: 'all-of-the-above' },
    ])
  })
})

test('a pack without courses needs no skills', async () => {
  const other = mkdtempSync(join(tmpdir(), 'lyceum-lint-'))
  const question = {
    key: 'one',
    prompt: 'Which one is it?',
    right: 'The first',
    wrong: ['The last'],
    explanation: 'It comes before all of the others.',
    difficulty: 'EASY',
    optionFeedback: ['', 'It comes after all of the others.'],
  }
  mkdirSync(join(other, 'questions'))
  writeFileSync(join(other, 'questions/chain.yaml'), JSON.stringify([question]))
  expect(await lintContent(other)).toEqual([])
  rmSync(other, { recursive: true })
})
