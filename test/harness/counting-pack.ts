import type { TestDatabase } from './database.ts'
import { importPackFiles } from './import-pack-files.ts'

/** The lessons of the course, each with so many questions and one flashcard. */
export const LESSONS = 5
export const QUESTIONS_PER_LESSON = 4
/** Three times the questions of a test. */
const POOL = 24
/** How the text of every right option begins, and of no other. */
export const RIGHT = 'right'

const question = (key: string, skill: string) => `key: ${key}
prompt: What is ${key}?
right: ${RIGHT} ${key}
wrong: [one ${key}, two ${key}, three ${key}]
explanation: It is ${key}.
difficulty: EASY
skill: ${skill}
`

function lesson(number: number): string {
  const quizzes = Array.from(
    { length: QUESTIONS_PER_LESSON },
    (_, index) => `\`\`\`quiz\n${question(`lesson-${number}-${index + 1}`, 'counting')}\`\`\``,
  )
  return `---
title: Lesson ${number}
xp: 20
gems: 10
---

## Counting to ${number}

A number follows the one before it.

${quizzes.join('\n\n')}

\`\`\`flashcard
front: Number ${number}
back: It follows ${number - 1}.
\`\`\`
`
}

const FILES: Record<string, string> = {
  'pack.yaml': 'id: counting\nname: Counting\nversion: 1\n',
  'topics.yaml': '- key: numbers\n  title: Numbers\n',
  'courses/counting/course.yaml': `title: Counting
description: How to count and to measure.
category: GENERAL
level: BEGINNER
skills: [counting, measuring]
topic: numbers
bonus: { xp: 100, gems: 25 }
`,
  'courses/counting/test.yaml': Array.from({ length: POOL }, (_, index) =>
    question(`test-${index + 1}`, 'measuring')
      .replace(/^/gm, '  ')
      .replace('  ', '- ')
      .trimEnd(),
  ).join('\n'),
  ...Object.fromEntries(
    Array.from({ length: LESSONS }, (_, index) => [
      `courses/counting/lessons/0${index + 1}-number-${index + 1}.md`,
      lesson(index + 1),
    ]),
  ),
}

/**
 * Imports a course whose ratings and intervals can be computed by hand: all questions are EASY and have four options;
 * those of the lessons have the skill `counting`, those of the test `measuring`.
 */
export function importCountingPack(test: TestDatabase): Promise<void> {
  return importPackFiles(test, FILES)
}
