/** A learner with a token for the implementation under test. */
export type Learner = { userId: string; token: string }

/** A lesson, in the order in which all learners complete them. */
export type OrderedLesson = {
  id: string
  courseId: string
  /** The lesson that must be completed before; null for the first of a course. */
  previousId: string | null
  isLast: boolean
  xp: number
  gems: number
  bonusXp: number
  bonusGems: number
  questionIds: string[]
}

const COPIES = 10

/**
 * Copies the free courses several times, because a lesson is completed for the first time only once. The
 * copies have the real lengths and belong to no roadmap. Returns the lessons of all copies in order.
 */
export async function makeCourses(sql: Bun.SQL): Promise<OrderedLesson[]> {
  await sql`
    with copy as materialized (
      select course.*, number, uuidv7() as copy_id
      from course, generate_series(1, ${COPIES}) number where not is_premium and archived_at is null
    ), courses as (
      insert into course (id, key, title, description, category, level, skills, topic_id, bonus_xp, bonus_gems,
        position, updated_at)
      select copy_id, key || '-' || number, title, description, category, level, skills, topic_id, bonus_xp,
        bonus_gems, 100 + number, updated_at
      from copy
    ), lessons as (
      insert into lesson (id, course_id, key, title, position, xp_reward, gem_reward, slides)
      select uuidv7(), copy_id, lesson.key, lesson.title, lesson.position, xp_reward, gem_reward, slides
      from copy join lesson on lesson.course_id = copy.id where lesson.archived_at is null
    )
    update catalog_version set version = version + 1`
  return await sql`
    select lesson.id, course_id as "courseId", lag(lesson.id) over its_course as "previousId",
      lead(lesson.id) over its_course is null as "isLast", xp_reward as xp, gem_reward as gems,
      bonus_xp as "bonusXp", bonus_gems as "bonusGems",
      jsonb_path_query_array(slides, '$[*].questionId') as "questionIds"
    from lesson join course on course.id = course_id
    where course.position > 100
    window its_course as (partition by course_id order by lesson.position)
    order by course.position, course.key, lesson.position`
}

/** Inserts the accounts that a registration creates, without the cost of hashing passwords. */
export async function makeLearners(sql: Bun.SQL, prefix: string, count: number): Promise<string[]> {
  const rows: { id: string }[] = await sql`
    insert into user_account (id, email, username, time_zone, created_at)
    select uuidv7(), ${prefix} || number || '@example.com', ${prefix} || '_' || number, ${zoneOfNoon()}, now()
    from generate_series(1, ${count}) number
    returning id`
  return rows.map((row) => row.id)
}

/** Completions at night count for a badge, so all learners get a time zone in which it is day. */
function zoneOfNoon(): string {
  const hours = 12 - new Date().getUTCHours()
  // The sign in these zone names is inverted.
  return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}
