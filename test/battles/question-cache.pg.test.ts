import { afterAll, beforeAll, expect, test } from 'bun:test'
import { QuestionCache, type QuestionSnapshot } from '../../src/modules/battle-rooms/public/question-cache.ts'
import type { QuestionId } from '../../src/modules/questions/public/question.ts'
import { type BattleTestbed, createBattleTestbed, PRACTICE_PROMPT, RIGHT } from './battle-testbed.ts'

let testbed: BattleTestbed
let snapshot: QuestionSnapshot
beforeAll(async () => {
  testbed = await createBattleTestbed()
  snapshot = await new QuestionCache('http://test').current(testbed.database.query)
})
afterAll(() => testbed.stop())

test('a seed determines a draw without duplicates, and draws are evenly distributed', () => {
  const counts = new Map<string, number>()
  for (let battle = 0; battle < 4_000; battle++) {
    const drawn = snapshot.draw('CHALLENGE', { topicId: null, count: 5, seed: `seed ${battle}`, players: [] })
    expect(new Set(drawn).size).toBe(5)
    if (battle < 20)
      expect(
        snapshot.draw('CHALLENGE', { topicId: null, count: 5, seed: `seed ${battle}`, players: [] }),
      ).toEqual(drawn)
    for (const id of drawn) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  // Each battle draws five of sixteen questions: 1,250 draws expected per question, with a deviation of 29.
  expect(counts.size).toBe(16)
  for (const count of counts.values()) expect(Math.abs(count - 1_250)).toBeLessThan(150)
})

test('a topic draws only its own questions, and fewer if it has fewer', async () => {
  const drawn = snapshot.draw('CHALLENGE', {
    topicId: testbed.topicIds.one,
    count: 20,
    seed: 'x',
    players: [],
  })
  expect(drawn).toHaveLength(8)
  const questions = await snapshot.questions(testbed.database.query, 'x', drawn)
  for (const { prompt, options, correctIndex } of questions) {
    expect(prompt).toContain('of one')
    expect(options[correctIndex]).toBe(RIGHT)
  }
  expect(new Set(questions.map(({ correctIndex }) => correctIndex)).size).toBeGreaterThan(1)
  expect(
    snapshot.draw('CHALLENGE', { topicId: crypto.randomUUID() as never, count: 5, seed: 'x', players: [] }),
  ).toEqual([])
})

test('a draw from the practice pool prefers the topic and is completed by other topics', async () => {
  const drawn = snapshot.draw('PRACTICE', { topicId: testbed.topicIds.one, count: 7, seed: 'x', players: [] })
  expect(new Set(drawn).size).toBe(7)
  const prompts = (await snapshot.questions(testbed.database.query, 'x', drawn)).map(({ prompt }) => prompt)
  expect(prompts.every((prompt) => prompt.startsWith(PRACTICE_PROMPT))).toBe(true)
  expect(prompts.slice(0, 5).every((prompt) => prompt.includes('of one'))).toBe(true)
})

test('formulas are compiled once per question, and their order does not tell the order of the options', async () => {
  const { query } = testbed.database
  const texts = { prompt: 'What is $x^2$ for $x = 3$?', options: ['$z^9$', '$b_1$', 'nine', '$x^2$'] }
  const [changed] = await query<{ id: QuestionId }>`
    update question set prompt = ${texts.prompt}, options = ${texts.options}, explanation = 'As $3 \\cdot 3$.'
    where key = 'topic:other/CHALLENGE/0' returning id`
  const [plain] = await query<{ id: QuestionId }>`
    update question set prompt = 'It costs $5 or $6?' where key = 'topic:other/CHALLENGE/1' returning id`
  const ids = [changed!.id, plain!.id]
  const fresh = await new QuestionCache('http://test').current(query)
  const [first, second] = [await fresh.questions(query, 'one', ids), await fresh.questions(query, 'two', ids)]
  expect(first[0]!.formulas!.map(({ source }) => source)).toEqual(['$b_1$', '$x = 3$', '$x^2$', '$z^9$'])
  for (const { html } of first[0]!.formulas!) expect(html).toStartWith('<math')
  expect(first[0]!.explanationFormulas!.map(({ source }) => source)).toEqual(['$3 \\cdot 3$'])
  // The same objects: a second battle compiles nothing.
  expect(second[0]!.formulas).toBe(first[0]!.formulas!)
  expect(second[0]!.explanationFormulas).toBe(first[0]!.explanationFormulas!)
  expect([first[1]!.formulas, first[1]!.explanationFormulas]).toEqual([undefined, undefined])
})

test('the HTML of a question is the stored one, with the addresses of its pictures, and feedback follows its option', async () => {
  const { query } = testbed.database
  const picture = `media/${'a'.repeat(32)}.webp`
  const html = {
    prompt: `<p>What prints this?</p><pre><code>print(1)</code></pre><img src="${picture}" alt="A">`,
    explanation: '<p>It <em>prints</em>.</p>',
    hint: '<p>The hint.</p>',
    optionFeedback: ['<p>On one.</p>', '', '<p>On three.</p>', '<p>On four.</p>'],
  }
  const [changed] = await query<{ id: QuestionId }>`
    update question set options = array['one', 'two', 'three', 'four'], html = html || ${html}::jsonb, hint = 'The hint.',
      option_feedback = array['On one.', '', 'On three.', 'On four.']
    where key = 'topic:other/CHALLENGE/2' returning id`
  const fresh = await new QuestionCache('https://learn.test').current(query)
  const orders = new Set<string>()
  const read = await Promise.all(
    [...'abcdefghijkl'].map((seed) => fresh.questions(query, seed, [changed!.id])),
  )
  for (const [question] of read) {
    const { promptHtml, explanationHtml, options, optionFeedback } = question!
    orders.add(options.join())
    expect(promptHtml).toBe(html.prompt.replace('media/', 'https://learn.test/files/media/'))
    expect(explanationHtml).toBe(html.explanation)
    const byOption = options.map((option, index) => [option, optionFeedback[index]!.feedback])
    expect(Object.fromEntries(byOption)).toEqual({
      one: 'On one.',
      two: null,
      three: 'On three.',
      four: 'On four.',
    })
    for (const { feedback, feedbackHtml } of optionFeedback)
      expect(feedbackHtml).toBe(feedback && `<p>${feedback}</p>`)
    expect(JSON.stringify(question)).not.toContain('hint')
    // A battle compiles nothing: it has the texts that were read with the pool.
    for (const given of optionFeedback) expect(read[0]![0]!.optionFeedback).toContain(given)
  }
  expect(orders.size).toBeGreaterThan(1)
})
