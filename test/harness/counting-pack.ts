import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { importPack } from '../../src/modules/authoring/packs/import-pack.ts'
import { now } from '../../src/platform/clock.ts'
import { createDiskStorage } from '../../src/platform/storage/disk.ts'
import { reactionTable } from '../../src/platform/transaction/reactions.ts'
import { createWrite } from '../../src/platform/transaction/write.ts'
import type { TestDatabase } from './database.ts'
import { packOf } from './learning-testbed.ts'

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
export async function importCountingPack({ database }: TestDatabase): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-counting-'))
  try {
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const platform = {
      db: database.query,
      replicaDb: database.query,
      storage: createDiskStorage(join(folder, 'storage')),
      pubsub: { publish: () => {}, subscribe: async () => ({ end: async () => {} }) } as never,
      write: createWrite(database, reactionTable([]), () => {}),
    }
    await importPack(platform, await packOf(folder), { now: now() })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
