import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A lesson of the course `number-sense` of the fixture pack with a question of every type. */
const LESSON = String.raw`---
title: Every question type
xp: 10
gems: 1
---

## Before you start

Read the questions with care.

${'```'}quiz
key: single
prompt: What is $\sqrt{9}$?
right: "3"
wrong: ["4", "81"]
explanation: Because $3^2 = 9$.
difficulty: EASY
hint: Which number times itself is 9?
skill: counting
optionFeedback: ["", Four times four is 16., This is the square of 9.]
${'```'}

${'```'}quiz
type: MULTIPLE_CHOICE
key: several
prompt: |
  Which of these are shown?

  ![Three squares and a circle](images/shapes.svg)
options: [A square, A circle, A triangle]
correctIndexes: [0, 1]
optionFeedback: ["", "", There is **no** triangle.]
explanation: Look at the picture.
difficulty: EASY
${'```'}

${'```'}quiz
type: NUMBER
key: number
prompt: How long is half a marathon?
value: 21.1
tolerance: 0.5
unit: km
otherUnits: [{ unit: m, factor: 0.001 }]
explanation: It is 21.0975 km.
difficulty: MEDIUM
hint: A marathon is 42.195 km.
${'```'}

${'```'}quiz
type: SHORT_TEXT
key: text
prompt: What is the sum of the angles of a triangle called in French, "angle …"?
accepted: [angle plat, un angle plat]
explanation: It is a straight angle.
difficulty: HARD
${'```'}

${'```'}quiz
type: ORDER
key: order
prompt: Put the numbers in order, the smallest first.
items: ["$\\frac{1}{4}$", "$\\frac{1}{3}$", "$\\frac{1}{2}$", "1"]
explanation: A larger divisor gives less.
difficulty: MEDIUM
${'```'}

${'```'}quiz
type: MATCH
key: match
prompt: Which percentage belongs to which share?
pairs:
  - { left: A half, right: 50 % }
  - { left: A quarter, right: 25 % }
  - { left: A fifth, right: 20 % }
distractors: [40 %]
explanation: Divide 100 by the number of parts.
difficulty: MEDIUM
${'```'}

${'```'}quiz
type: GAP
key: gap
prompt: Fill in the gaps.
text: "Ten is {{1}} times two, and **{{2}}** times five."
gaps:
  - accepted: [five, "5"]
  - accepted: [two, "2"]
wordBank: [two, five, seven]
explanation: Two times five is ten.
difficulty: EASY
${'```'}
`

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><rect width="1" height="1"/><circle cx="3" cy="0.5" r="0.5"/></svg>\n'

/** Adds the lesson to a copy of the fixture pack. */
export function addEveryQuestionType(folder: string): void {
  const course = join(folder, 'courses/number-sense')
  writeFileSync(join(course, 'lessons/02-every-type.md'), LESSON)
  Bun.spawnSync(['mkdir', '-p', join(course, 'images')])
  writeFileSync(join(course, 'images/shapes.svg'), PICTURE)
}
