/**
 * The same battle as Lyceum's: five questions, ten seconds each, a countdown of three seconds and two and a half between
 * rounds, the server's clock, points by speed, nothing of the answer before the round is over. With a store, answers and
 * results are kept; without one, everything is in memory only.
 */
const QUESTION_MS = 10_000
const COUNTDOWN_MS = 3_000
const REVEAL_MS = 2_500
/** Each text also as HTML, and feedback for each option, as long as those of the demo content. */
const QUESTIONS = Array.from({ length: 5 }, (_, index) => {
  const prompt = `Which option belongs to the number ${index}, as shown?`
  const explanation =
    'Correct is the option whose place is the number, counted from zero, as it was explained.'
  return {
    id: `question-0000-0000-0000-00000000000${index}`,
    prompt,
    promptHtml: `<p>${prompt}</p>`,
    options: ['The first of them', 'The second of them', 'The third of them', 'The fourth of them'],
    correctIndex: index % 4,
    explanation,
    explanationHtml: `<p>${explanation}</p>`,
    feedback: 'This option has another number.',
    feedbackHtml: '<p>This option has another number.</p>',
  }
})

export class Battle {
  #send
  #store
  #id
  #round = -1
  #startedAt = 0
  #timer
  #given = [undefined, undefined]
  #scores = [0, 0]
  #ready = [false, false]

  /** @param send called with a seat, a type and the data */
  constructor(send, store, id) {
    this.#send = send
    this.#store = store
    this.#id = id
  }

  ready(seat) {
    this.#ready[seat] = true
    if (!this.#ready.every(Boolean)) return
    const startsAt = new Date(Date.now() + COUNTDOWN_MS).toISOString()
    this.#tell(() => ['battle.start', { startsAt, questionCount: QUESTIONS.length }])
    this.#timer = setTimeout(() => this.#ask(), COUNTDOWN_MS)
  }

  answer(seat, { questionId, selectedOption }) {
    const question = QUESTIONS[this.#round]
    if (!question || question.id !== questionId || this.#given[seat]) return
    const elapsed = Date.now() - this.#startedAt
    const isCorrect = selectedOption === question.correctIndex
    const points = isCorrect ? 500 + Math.floor((500 * (QUESTION_MS - elapsed)) / QUESTION_MS) : 0
    const given = { selectedOption, points, isStored: !this.#store }
    this.#given[seat] = given
    if (!this.#store) return this.#acknowledge(seat, questionId)
    this.#store.storeAnswer(this.#id, seat, this.#round, selectedOption, points).then(() => {
      given.isStored = true
      if (this.#given[seat] === given) this.#acknowledge(seat, questionId)
    })
  }

  #acknowledge(seat, questionId) {
    this.#tell((to) => ['battle.answered', { by: to === seat ? 'you' : 'opponent', questionId }])
    if (this.#given[0]?.isStored && this.#given[1]?.isStored) this.#reveal()
  }

  #ask() {
    this.#round++
    this.#given = [undefined, undefined]
    this.#startedAt = Date.now()
    const { id, prompt, promptHtml, options } = QUESTIONS[this.#round]
    const endsAt = new Date(this.#startedAt + QUESTION_MS).toISOString()
    const texts = { prompt, promptHtml, options }
    const data = { index: this.#round, questionId: id, ...texts, timeLimitMs: QUESTION_MS, endsAt }
    this.#tell(() => ['battle.question', data])
    this.#timer = setTimeout(() => this.#reveal(), QUESTION_MS)
  }

  #reveal() {
    clearTimeout(this.#timer)
    const { id, correctIndex, explanation, explanationHtml, feedback, feedbackHtml } = QUESTIONS[this.#round]
    for (const seat of [0, 1]) this.#scores[seat] += this.#given[seat]?.points ?? 0
    this.#tell((seat) => [
      'battle.roundResult',
      {
        index: this.#round,
        questionId: id,
        correctIndex,
        explanation,
        explanationHtml,
        yourAnswer: this.#given[seat]?.selectedOption ?? null,
        feedback,
        feedbackHtml,
        yourPoints: this.#given[seat]?.points ?? 0,
        opponentAnswer: this.#given[1 - seat]?.selectedOption ?? null,
        opponentPoints: this.#given[1 - seat]?.points ?? 0,
        scores: { you: this.#scores[seat], opponent: this.#scores[1 - seat] },
      },
    ])
    if (this.#round + 1 < QUESTIONS.length) this.#timer = setTimeout(() => this.#ask(), REVEAL_MS)
    else if (this.#store) this.#store.settle(this.#id, this.#scores).then(() => this.#end())
    else this.#end()
  }

  #end() {
    this.#tell((seat) => [
      'battle.end',
      {
        result: 'DRAW',
        reason: 'COMPLETED',
        scores: { you: this.#scores[seat], opponent: this.#scores[1 - seat] },
        gemsDelta: 0,
        xpEarned: 0,
        ratingDelta: 0,
      },
    ])
  }

  #tell(frameFor) {
    for (const seat of [0, 1]) this.#send(seat, ...frameFor(seat))
  }
}
