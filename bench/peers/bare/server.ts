/**
 * The minimal server with the same responses: no router, a token lookup in a map, no validation, no log. The
 * difference to it is the cost of everything besides the query.
 */
const tokens = new Map<string, string>(await Bun.file(process.env.TOKENS_FILE!).json())
const sql = new Bun.SQL(process.env.DATABASE_URL!, { max: 10 })

const publicUrl = process.env.PUBLIC_URL!
const courses = new Map<string, Course>()

type Lesson = { id: string; title: string; order: number; xpReward: number; gemReward: number }
type Change = { note: string; lessonId: string | null; publishedAt: Date }
type Course = { summary: Record<string, unknown>; lessons: Lesson[]; changes: Change[] }

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(process.env.PORT),
  development: false,
  async fetch(request) {
    const path = request.url.slice(request.url.indexOf('/', 8))
    if (path === '/health/ready') return new Response('ready')
    if (!path.startsWith('/api/v2/course/')) return refuse(404)
    const userId = tokens.get(request.headers.get('authorization')?.slice('Bearer '.length) ?? '')
    if (!userId) return refuse(401)
    const courseId = path.slice('/api/v2/course/'.length)
    const course = courses.get(courseId) ?? (await loadCourse(courseId))
    if (!course) return refuse(404)
    return new Response(JSON.stringify({ success: true, data: await present(course, userId, courseId) }), {
      headers: { 'Content-Type': 'application/json' },
    })
  },
})

process.on('SIGTERM', async () => {
  await server.stop(true)
  await sql.close()
  process.exit(0)
})

/** The same single query as Lyceum's read. */
async function present({ summary, lessons, changes }: Course, userId: string, courseId: string) {
  const [row] = await sql`
    select enrollment.id as "enrollmentId", enrolled_at as "enrolledAt", completed_at as "completedAt",
      array(select lesson_id::text from lesson_completion
        where user_id = ${userId} and course_id = ${courseId}) as "completedLessonIds"
    from (values (true)) as always left join enrollment on user_id = ${userId} and course_id = ${courseId}`
  const completed = new Set<string>(row.completedLessonIds)
  let count = 0
  let isPreviousDone = true
  const shown = lessons.map((lesson) => {
    const isCompleted = completed.has(lesson.id)
    const isLocked = !isPreviousDone && !isCompleted
    if (isCompleted) count += 1
    isPreviousDone = isCompleted
    return { ...lesson, isCompleted, isLocked }
  })
  return {
    ...summary,
    isEnrolled: row.enrollmentId !== null,
    progressPercentage: Math.floor((100 * count) / lessons.length),
    lessons: shown,
    changes,
  }
}

/** Reads the catalogue once and caches it. */
async function loadCourse(id: string): Promise<Course | undefined> {
  const [row] = await sql`
    select course.*, category.titles as "categoryTitles"
    from course join category on category.key = course.category
    where id = ${id} and archived_at is null`
  if (!row) return undefined
  const lessons: Lesson[] = await sql`
    select id, title, row_number() over (order by position, key)::integer as order, xp_reward as "xpReward",
      gem_reward as "gemReward"
    from lesson where course_id = ${id} and archived_at is null order by position, key`
  const paths: { id: string }[] = await sql`
    select id from learning_path join learning_path_course on path_id = id
    where course_id = ${id} and archived_at is null order by learning_path.position, key`
  const changes: Change[] = await sql`
    select note, lesson_id as "lessonId", change_note.published_at as "publishedAt"
    from change_note left join lesson on lesson.id = lesson_id
    where change_note.course_id = ${id} and lesson.archived_at is null
    order by change_note.published_at desc, change_note.id desc limit 5`
  const summary = {
    id: row.id,
    title: row.title,
    description: row.description,
    category: row.category,
    categoryTitles: row.categoryTitles,
    level: row.level,
    isPremium: row.is_premium,
    coverUrl: row.cover_key ? `${publicUrl}/files/${row.cover_key}` : null,
    cover: null, // no course of the benchmark has an uploaded picture
    skills: row.skills,
    totalLessons: lessons.length,
    learningPathIds: paths.map((path) => path.id),
    hasProject: row.project !== null,
  }
  const course = {
    summary,
    lessons: lessons.map((lesson) => ({ ...lesson })),
    changes: changes.map((change) => ({ ...change })),
  }
  courses.set(id, course)
  return course
}

function refuse(status: number) {
  return new Response(JSON.stringify({ success: false }), {
    status,
    headers: { 'Content-Type': 'application/json' },
  })
}
