import { z } from 'zod'
import {
  CalloutSchema,
  CategoriesFileSchema,
  CourseFileSchema,
  FlashcardSchema,
  LessonHeaderSchema,
  PackFileSchema,
  PathFileSchema,
  PracticeFileSchema,
  ProjectFileSchema,
  QuestionsFileSchema,
  QuizSchema,
  SlideSchema,
  TopicsFileSchema,
  VideoSchema,
} from '../public/pack.ts'

const SCHEMAS = {
  pack: PackFileSchema,
  topics: TopicsFileSchema,
  categories: CategoriesFileSchema,
  path: PathFileSchema,
  course: CourseFileSchema,
  lesson: LessonHeaderSchema,
  project: ProjectFileSchema,
  questions: QuestionsFileSchema,
  practice: PracticeFileSchema,
  quiz: QuizSchema,
  flashcard: FlashcardSchema,
  callout: CalloutSchema,
  video: VideoSchema,
  slide: SlideSchema,
}

/** Builds `pack.schema.json` for editors: `# yaml-language-server: $schema=…/pack.schema.json#/$defs/course` */
export function packJsonSchema(): object {
  const definitions = Object.entries(SCHEMAS).map(([name, schema]) => {
    const { $schema: _, ...definition } = z.toJSONSchema(schema, { io: 'input' })
    return [name, definition]
  })
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The YAML of a Lyceum content pack',
    $defs: Object.fromEntries(definitions),
  }
}

if (import.meta.main) {
  await Bun.write(`${import.meta.dir}/pack.schema.json`, `${JSON.stringify(packJsonSchema(), null, 2)}\n`)
}
