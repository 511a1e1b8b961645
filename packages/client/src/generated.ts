// Written by scripts/generate-client.ts from the documents of the service. Write it anew with: bun run client

export type Refusal = {
  success: false
  /** A sentence for people. */
  message: string
  error: RefusalError
}

export type RefusalError = {
  /** For programs; each status lists its codes. */
  code: string
  details?: {
    field: string
    message: string
  }[]
  /** After a wrong code, PIN or password: the remaining attempts. */
  remainingAttempts?: number
  requestId: string
}

export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  code: string
  details?: {
    field: string
    message: string
  }[]
  /** After a wrong code, PIN or password: the remaining attempts. */
  remainingAttempts?: number
  requestId: string
}

export type SignedIn = {
  user: Profile
  /** A JWT for `Authorization: Bearer`. */
  accessToken: string
  /** Can be used once, with /auth/refresh. */
  refreshToken: string
  tokenType: "Bearer"
  /** Seconds until the access token expires. */
  expiresIn: number
  /** Set if this sign-in was the first proof of the e-mail address of an existing account. What another person may have set up was removed: the password, the second factor, the wallet PIN, linked wallets and all earlier sessions. The user is told by mail. */
  claimedAccount?: {
    isPasswordRemoved: boolean
    isTwoFactorRemoved: boolean
    endedSessions: number
  }
}

export type Profile = {
  id: string
  email: string
  username: string
  role: "USER" | "CREATOR" | "SUPPORT" | "MODERATOR" | "ADMIN"
  /** ISO 3166-1 alpha-2 */
  country: string | null
  bio: string | null
  /** BCP 47 */
  language: string
  /** IANA */
  timeZone: string
  isEmailVerified: boolean
  is2FAEnabled: boolean
  /** EVM address of the embedded wallet */
  walletAddress: string | null
  totalXP: number
  totalGems: number
  level: number
  /** Days */
  currentStreak: number
  /** Days */
  longestStreak: number
  profileImageUrl: string
  leaderboardOptOut: boolean
  /** Whether `GET /public/profiles/{username}` shows it. */
  publicProfile: boolean
  /** XP that you want to earn each day; null until you choose */
  dailyTargetXP: number | null
  /** ISO 8601, UTC */
  createdAt: string
}

export type Session = {
  id: string
  isCurrent: boolean
  /** ISO 8601, UTC */
  createdAt: string
  /** ISO 8601, UTC */
  lastUsedAt: string
  /** ISO 8601, UTC */
  expiresAt: string
  userAgent: string | null
  address: string | null
}

export type PublicProfile = {
  userId: string
  username: string
  avatarUrl: string
  bio: string | null
  level: number
  totalXP: number
  /** Days */
  currentStreak: number
  /** Days */
  longestStreak: number
  /** Year and month */
  memberSince: string
  completedCourses: {
    id: string
    title: string
  }[]
}

export type DailyTarget = {
  /** `dailyTargetXP` of the profile */
  targetXP: number | null
  /** Since midnight in your time zone */
  earnedXP: number
}

export type CourseSummary = {
  id: string
  title: string
  description: string
  /** The key of a category of `GET /public/categories` */
  category: string
  /** The title of the category by language tag; English is always there */
  categoryTitles: Record<string, string>
  level: "BEGINNER" | "INTERMEDIATE" | "ADVANCED"
  isPremium: boolean
  coverUrl: string | null
  /** The picture that an author chose. Null for none, and for the drawing of a content pack. */
  cover: Cover | null
  skills: string[]
  totalLessons: number
  learningPathIds: string[]
  hasProject: boolean
  isEnrolled: boolean
  /** Rounded down; 100 means that all lessons are completed */
  progressPercentage: number
  /** Only with `search`: the lesson that contains the words best */
  matchedLesson?: {
    id: string
    title: string
  }
}

export type Cover = {
  /** What the picture shows; empty if it is only decoration */
  alt: string
  /** In pixels */
  width: number
  height: number
  /** The colour that fills the area until the picture is loaded, as #rrggbb */
  placeholder: string
  /** For `srcset`, the smallest first, as AVIF and WebP */
  renditions: {
    url: string
    contentType: string
    width: number
    height: number
  }[]
}

export type Category = {
  /** The key of a category of `GET /public/categories` */
  key: string
  /** In English */
  title: string
  /** By language tag */
  titles: Record<string, string>
  totalCourses: number
}

export type Course = {
  id: string
  title: string
  description: string
  /** The key of a category of `GET /public/categories` */
  category: string
  /** The title of the category by language tag; English is always there */
  categoryTitles: Record<string, string>
  level: "BEGINNER" | "INTERMEDIATE" | "ADVANCED"
  isPremium: boolean
  coverUrl: string | null
  /** The picture that an author chose. Null for none, and for the drawing of a content pack. */
  cover: Cover | null
  skills: string[]
  totalLessons: number
  learningPathIds: string[]
  hasProject: boolean
  isEnrolled: boolean
  /** Rounded down; 100 means that all lessons are completed */
  progressPercentage: number
  lessons: LessonSummary[]
  /** What its authors say about their latest changes, the newest first; at most five */
  changes: ChangeNote[]
}

export type LessonSummary = {
  id: string
  title: string
  /** From 1 */
  order: number
  xpReward: number
  gemReward: number
  isCompleted: boolean
  isLocked: boolean
}

export type ChangeNote = {
  /** Plain text */
  note: string
  /** Null if it is about the course */
  lessonId: string | null
  /** ISO 8601, UTC */
  publishedAt: string
}

export type PathProgress = {
  id: string
  title: string
  description: string
  /** The key of a category of `GET /public/categories` */
  category: string
  /** The title of the category by language tag; English is always there */
  categoryTitles: Record<string, string>
  kind: "FOUNDATION" | "SPECIALIZATION"
  isPremium: boolean
  skills: string[]
  /** The colour of the path */
  accent: "violet" | "blue" | "teal" | "rose" | "orange" | "green"
  /** The picture that an author chose. Null for none, and for the drawing of a content pack. */
  cover: Cover | null
  completedLessons: number
  totalLessons: number
  /** The first lesson that is not completed, of the courses that you can start */
  nextLessonId: string | null
  /** In the order of the path */
  courses: PathCourse[]
}

export type PathCourse = Course & ({
  /** Why you cannot start it: the course needs Premium */
  lockedBy: "PREMIUM" | null
})

export type LessonContent = {
  id: string
  courseId: string
  title: string
  order: number
  xpReward: number
  gemReward: number
  /** What completing the lesson requires: 0 for an answer to every question, above it that share of right answers in per cent. Null for nothing. */
  requiredScore: number | null
  isCompleted: boolean
  /** Names these slides. The next publication with other slides has another one. */
  contentVersion: string
  slides: Slide[]
}

export type Slide = TextWithImageSlide | QuizSlide | QuestionSlide | CodeSlide | FlashcardSlide | CalloutSlide | VideoSlide

export type TextWithImageSlide = {
  id: string
  /** From 1 */
  order: number
  type: "TEXT_WITH_IMAGE"
  title: string
  /** Markdown, without HTML */
  content: string
  /** The formulas of the texts, each once. Absent without formulas. */
  formulas?: Formula[]
  mediaUrl: string | null
  /** Text alternative of the image */
  mediaAlt: string | null
}

export type Formula = {
  /** As it is in the Markdown, with its dollar signs */
  source: string
  /** Safe HTML: MathML, or `<code>` if the LaTeX does not compile */
  html: string
}

export type QuizSlide = {
  id: string
  /** From 1 */
  order: number
  type: "QUIZ"
  question: PracticeQuestion
}

export type PracticeQuestion = {
  id: string
  type: "SINGLE_CHOICE"
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  options: string[]
  optionsHtml: string[]
  /** From 0 */
  correctIndex: number
  /** Markdown, without HTML */
  explanation: string
  /** The same as safe HTML, with maths as MathML */
  explanationHtml: string
  hasHint: boolean
}

export type QuestionSlide = {
  id: string
  /** From 1 */
  order: number
  type: "QUESTION"
  /** To be sent with the answer */
  attempt: string
  question: PresentedQuestion
}

export type PresentedQuestion = PresentedQuestionSingleChoice | PresentedQuestionMultipleChoice | PresentedQuestionNumber | PresentedQuestionShortText | PresentedQuestionOrder | PresentedQuestionMatch | PresentedQuestionGap

export type PresentedQuestionSingleChoice = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  type: "SINGLE_CHOICE"
  options: string[]
  optionsHtml: string[]
}

export type PresentedQuestionMultipleChoice = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  type: "MULTIPLE_CHOICE"
  options: string[]
  optionsHtml: string[]
}

export type PresentedQuestionNumber = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  type: "NUMBER"
  /** Units that the answer may use; empty if the number has none */
  units: string[]
}

export type PresentedQuestionShortText = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  type: "SHORT_TEXT"
}

export type PresentedQuestionOrder = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  type: "ORDER"
  items: string[]
  itemsHtml: string[]
}

export type PresentedQuestionMatch = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  type: "MATCH"
  left: string[]
  leftHtml: string[]
  /** May be longer than `left`: then some belong to no left side */
  right: string[]
  rightHtml: string[]
}

export type PresentedQuestionGap = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  type: "GAP"
  /** Markdown with the gaps `{{1}}`, `{{2}}`, … */
  text: string
  /** HTML; a gap is an empty `<span data-gap="1">` */
  textHtml: string
  gapCount: number
  /** Words to choose from; null if the learner types */
  wordBank: string[] | null
}

export type CodeSlide = {
  id: string
  /** From 1 */
  order: number
  type: "CODE"
  title: string
  /** Source code, to be shown verbatim */
  content: string
  language: string
  /** True if the learner may edit and run the code. The language is then `javascript`, `js` or `sql`. */
  runnable?: boolean
  /** SQL statements that create the tables of a runnable slide, to be run before the code */
  setup?: string
  /** The output that the learner is asked to produce: printed lines, or rows with ` | ` between their cells */
  expectedOutput?: string
}

export type FlashcardSlide = {
  id: string
  /** From 1 */
  order: number
  type: "FLASHCARD"
  /** Markdown, without HTML */
  front: string
  /** Markdown, without HTML */
  back: string
  /** The formulas of the texts, each once. Absent without formulas. */
  formulas?: Formula[]
}

export type CalloutSlide = {
  id: string
  /** From 1 */
  order: number
  type: "CALLOUT"
  tone: "TIP" | "INFO" | "WARNING"
  /** Markdown, without HTML */
  content: string
  /** The formulas of the texts, each once. Absent without formulas. */
  formulas?: Formula[]
}

export type VideoSlide = {
  id: string
  /** From 1 */
  order: number
  type: "VIDEO"
  title: string
  mediaUrl: string
  captionsUrl: string | null
  durationSeconds: number
}

export type AnsweredQuestion = Grade & ({
  /** From 0; null if the question is not SINGLE_CHOICE */
  correctIndex: number | null
  explanation: string
  explanationHtml: string
  solution: Solution
})

export type Solution = SingleChoiceSolution | MultipleChoiceSolution | NumberSolution | ShortTextSolution | OrderSolution | MatchSolution | GapSolution

export type SingleChoiceSolution = {
  explanation: string
  explanationHtml: string
  type: "SINGLE_CHOICE"
  selectedOption: number
}

export type MultipleChoiceSolution = {
  explanation: string
  explanationHtml: string
  type: "MULTIPLE_CHOICE"
  selectedOptions: number[]
}

export type NumberSolution = {
  explanation: string
  explanationHtml: string
  type: "NUMBER"
  value: number
  unit: string | null
  tolerance: number
  toleranceType: "ABSOLUTE" | "RELATIVE"
}

export type ShortTextSolution = {
  explanation: string
  explanationHtml: string
  type: "SHORT_TEXT"
  text: string
  /** Every accepted text */
  accepted: string[]
}

export type OrderSolution = {
  explanation: string
  explanationHtml: string
  type: "ORDER"
  order: number[]
}

export type MatchSolution = {
  explanation: string
  explanationHtml: string
  type: "MATCH"
  matches: number[]
}

export type GapSolution = {
  explanation: string
  explanationHtml: string
  type: "GAP"
  gaps: string[]
  accepted: string[][]
}

export type Grade = {
  isCorrect: boolean
  /** Markdown about the selected options */
  feedback: string | null
  feedbackHtml: string | null
  /** ORDER, MATCH, GAP: which parts of the answer are right. Null for other types. */
  parts: boolean[] | null
}

export type Answer = {
  /** SINGLE_CHOICE, from 0 */
  selectedOption?: number
  /** MULTIPLE_CHOICE: the selected options in any order */
  selectedOptions?: number[]
  /** NUMBER */
  value?: number
  /** NUMBER: one of the presented units; default: the first of them */
  unit?: string
  /** SHORT_TEXT */
  text?: string
  /** ORDER: the presented items in the order of the learner */
  order?: number[]
  /** MATCH: for each presented left side its right side */
  matches?: number[]
  /** GAP: a text for each gap */
  gaps?: string[]
}

export type Hint = {
  hint: string
  hintHtml: string
}

export type Enrollment = {
  id: string
  courseId: string
  progressPercentage: number
  /** ISO 8601, UTC */
  enrolledAt: string
}

export type EnrolledCourse = {
  id: string
  courseId: string
  title: string
  coverUrl: string | null
  /** The picture that an author chose. Null for none, and for the drawing of a content pack. */
  cover: Cover | null
  progressPercentage: number
  completedLessons: number
  totalLessons: number
  /** The first lesson that is not completed */
  nextLessonId: string | null
  /** ISO 8601, UTC */
  enrolledAt: string
  /** ISO 8601, UTC */
  completedAt: string | null
}

export type LessonResult = {
  lessonId: string
  courseId: string
  xpEarned: number
  gemsEarned: number
  newTotalXP: number
  newTotalGems: number
  /** Percent, rounded down */
  courseProgress: number
  streakDays: number
  unlockedBadge: UnlockedBadge | null
  unlockedBadges: UnlockedBadge[]
}

export type UnlockedBadge = {
  badgeType: string
  name: string
  description: string
  imageUrl: string
}

export type Roadmap = {
  careerGoal: string
  /** False if no path matches the goal. The paths are then a start for any goal. */
  isMatched: boolean
  totalCourses: number
  coursesCompleted: number
  foundationPaths: ({
    id: string
    title: string
    /** The colour of the path */
    accent: "violet" | "blue" | "teal" | "rose" | "orange" | "green"
    isCompleted: boolean
    /** Whether you need none of its courses: you completed them or know their skills */
    isMastered: boolean
    /** Why, in the language of your account */
    reason: string
  })[]
  specializationPaths: ({
    id: string
    title: string
    /** The colour of the path */
    accent: "violet" | "blue" | "teal" | "rose" | "orange" | "green"
    requiresSubscription: boolean
    userHasAccess: boolean
    isCompleted: boolean
    /** Whether you need none of its courses: you completed them or know their skills */
    isMastered: boolean
    /** Why, in the language of your account */
    reason: string
  })[]
  /** What is left to learn, in order */
  courses: {
    id: string
    title: string
    /** From 1 */
    order: number
    /** The first path of the roadmap that contains it */
    pathId: string
    isPremium: boolean
    userHasAccess: boolean
    /** Estimate for the lessons that you have not completed */
    hours: number
    /** Those that are new to you */
    skills: string[]
    /** Among all courses of the roadmap, also those that are skipped; from 1 */
    position: number
    completedLessons: number
    totalLessons: number
    /** Why, in the language of your account */
    reason: string
  }[]
  /** Courses of the paths that teach only what you have mastered */
  skippedCourses: {
    id: string
    title: string
    skills: string[]
    /** Why, in the language of your account */
    reason: string
    pathId: string
    /** Among all courses of the roadmap, also those that are skipped; from 1 */
    position: number
    /** False if you know its skills without it */
    isCompleted: boolean
    /** Estimate for the lessons that you have not completed */
    hours: number
  }[]
  remainingHours: number
  /** Null if the roadmap has no courses */
  nextStep: {
    courseId: string | null
    /** Null if you have no access to the course */
    lessonId: string | null
    requiresSubscription: boolean
    lessonTitle: string | null
    /** Whether you are enrolled in the course: only then do its lessons count */
    isEnrolled: boolean
    /** In the language of your account */
    text: string
  } | null
  /** `matcher`, or the language model that ordered the paths */
  rankedBy: string
}

export type FoundPublishedCourse = PublishedCourseSummary & {
  /** Only with `search`: the lesson that contains the words best */
  matchedLesson?: {
    id: string
    title: string
  }
}

export type PublishedCourseSummary = {
  id: string
  title: string
  description: string
  /** The key of a category of `GET /public/categories` */
  category: string
  /** The title of the category by language tag; English is always there */
  categoryTitles: Record<string, string>
  level: "BEGINNER" | "INTERMEDIATE" | "ADVANCED"
  isPremium: boolean
  coverUrl: string | null
  /** The picture that an author chose. Null for none, and for the drawing of a content pack. */
  cover: Cover | null
  skills: string[]
  totalLessons: number
  hasProject: boolean
  /** The lesson of `GET /public/lessons/{id}`; null if the course is premium. */
  firstLessonId: string | null
}

export type PublishedCourse = PublishedCourseSummary & ({
  lessons: {
    id: string
    title: string
    /** From 1 */
    order: number
    xpReward: number
    gemReward: number
  }[]
  /** Of all lessons and of the course bonus */
  totalXP: number
  /** Of all lessons and of the course bonus */
  totalGems: number
  learningPaths: ({
    id: string
    title: string
    /** The colour of the path */
    accent: "violet" | "blue" | "teal" | "rose" | "orange" | "green"
  })[]
})

export type PublishedLearningPath = {
  id: string
  title: string
  description: string
  /** The key of a category of `GET /public/categories` */
  category: string
  /** The title of the category by language tag; English is always there */
  categoryTitles: Record<string, string>
  kind: "FOUNDATION" | "SPECIALIZATION"
  isPremium: boolean
  skills: string[]
  /** The colour of the path */
  accent: "violet" | "blue" | "teal" | "rose" | "orange" | "green"
  /** The picture that an author chose. Null for none, and for the drawing of a content pack. */
  cover: Cover | null
  courses: PublishedCourseSummary[]
}

export type LearningPath = {
  id: string
  title: string
  description: string
  /** The key of a category of `GET /public/categories` */
  category: string
  /** The title of the category by language tag; English is always there */
  categoryTitles: Record<string, string>
  kind: "FOUNDATION" | "SPECIALIZATION"
  isPremium: boolean
  skills: string[]
  /** The colour of the path */
  accent: "violet" | "blue" | "teal" | "rose" | "orange" | "green"
  /** The picture that an author chose. Null for none, and for the drawing of a content pack. */
  cover: Cover | null
  userHasAccess: boolean
  totalCourses: number
  courses: {
    id: string
    title: string
    order: number
  }[]
}

export type CourseTest = {
  courseId: string
  status: "NO_TEST" | "AVAILABLE" | "IN_PROGRESS" | "PAUSED" | "PASSED"
  questionCount: number
  passPercent: number
  timeLimitSeconds: number
  isRequiredForCertificate: boolean
  attempts: number
  lastScore: number | null
  bestScore: number | null
  lastAttemptId: string | null
  openAttemptId: string | null
  /** Null if no pause is running */
  nextAttemptAt: string | null
  passedAt: string | null
}

export type TestAttempt = {
  attemptId: string
  courseId: string
  number: number
  status: "OPEN" | "SUBMITTED" | "EXPIRED"
  /** ISO 8601, UTC */
  startedAt: string
  /** ISO 8601, UTC */
  deadlineAt: string
  questions: TestQuestion[]
}

export type TestQuestion = TestQuestionSingleChoice | TestQuestionMultipleChoice | TestQuestionNumber | TestQuestionShortText | TestQuestionOrder | TestQuestionMatch | TestQuestionGap

export type TestQuestionSingleChoice = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  selectedOption: number | null
  answer: Answer & unknown | null
  type: "SINGLE_CHOICE"
  options: string[]
  optionsHtml: string[]
}

export type TestQuestionMultipleChoice = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  selectedOption: number | null
  answer: Answer & unknown | null
  type: "MULTIPLE_CHOICE"
  options: string[]
  optionsHtml: string[]
}

export type TestQuestionNumber = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  selectedOption: number | null
  answer: Answer & unknown | null
  type: "NUMBER"
  /** Units that the answer may use; empty if the number has none */
  units: string[]
}

export type TestQuestionShortText = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  selectedOption: number | null
  answer: Answer & unknown | null
  type: "SHORT_TEXT"
}

export type TestQuestionOrder = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  selectedOption: number | null
  answer: Answer & unknown | null
  type: "ORDER"
  items: string[]
  itemsHtml: string[]
}

export type TestQuestionMatch = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  selectedOption: number | null
  answer: Answer & unknown | null
  type: "MATCH"
  left: string[]
  leftHtml: string[]
  /** May be longer than `left`: then some belong to no left side */
  right: string[]
  rightHtml: string[]
}

export type TestQuestionGap = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  selectedOption: number | null
  answer: Answer & unknown | null
  type: "GAP"
  /** Markdown with the gaps `{{1}}`, `{{2}}`, … */
  text: string
  /** HTML; a gap is an empty `<span data-gap="1">` */
  textHtml: string
  gapCount: number
  /** Words to choose from; null if the learner types */
  wordBank: string[] | null
}

export type SavedTestAnswers = {
  attemptId: string
  answeredCount: number
  totalQuestions: number
}

export type TestOutcome = {
  attemptId: string
  courseId: string
  number: number
  /** Per cent, rounded down */
  score: number
  correctCount: number
  totalQuestions: number
  passPercent: number
  isPassed: boolean
  /** ISO 8601, UTC */
  submittedAt: string
}

export type TestResult = {
  attemptId: string
  courseId: string
  number: number
  /** Per cent, rounded down */
  score: number
  correctCount: number
  totalQuestions: number
  passPercent: number
  isPassed: boolean
  /** ISO 8601, UTC */
  submittedAt: string
  questions: TestResultQuestion[]
}

export type TestResultQuestion = TestResultQuestionSingleChoice | TestResultQuestionMultipleChoice | TestResultQuestionNumber | TestResultQuestionShortText | TestResultQuestionOrder | TestResultQuestionMatch | TestResultQuestionGap

export type TestResultQuestionSingleChoice = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  selectedOption: number | null
  answer: Answer & unknown | null
  skill: string | null
  isCorrect: boolean
  solution: Solution
  feedback: string | null
  feedbackHtml: string | null
  type: "SINGLE_CHOICE"
  options: string[]
  optionsHtml: string[]
}

export type TestResultQuestionMultipleChoice = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  selectedOption: number | null
  answer: Answer & unknown | null
  skill: string | null
  isCorrect: boolean
  solution: Solution
  feedback: string | null
  feedbackHtml: string | null
  type: "MULTIPLE_CHOICE"
  options: string[]
  optionsHtml: string[]
}

export type TestResultQuestionNumber = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  selectedOption: number | null
  answer: Answer & unknown | null
  skill: string | null
  isCorrect: boolean
  solution: Solution
  feedback: string | null
  feedbackHtml: string | null
  type: "NUMBER"
  /** Units that the answer may use; empty if the number has none */
  units: string[]
}

export type TestResultQuestionShortText = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  selectedOption: number | null
  answer: Answer & unknown | null
  skill: string | null
  isCorrect: boolean
  solution: Solution
  feedback: string | null
  feedbackHtml: string | null
  type: "SHORT_TEXT"
}

export type TestResultQuestionOrder = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  selectedOption: number | null
  answer: Answer & unknown | null
  skill: string | null
  isCorrect: boolean
  solution: Solution
  feedback: string | null
  feedbackHtml: string | null
  type: "ORDER"
  items: string[]
  itemsHtml: string[]
}

export type TestResultQuestionMatch = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  selectedOption: number | null
  answer: Answer & unknown | null
  skill: string | null
  isCorrect: boolean
  solution: Solution
  feedback: string | null
  feedbackHtml: string | null
  type: "MATCH"
  left: string[]
  leftHtml: string[]
  /** May be longer than `left`: then some belong to no left side */
  right: string[]
  rightHtml: string[]
}

export type TestResultQuestionGap = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  selectedOption: number | null
  answer: Answer & unknown | null
  skill: string | null
  isCorrect: boolean
  solution: Solution
  feedback: string | null
  feedbackHtml: string | null
  type: "GAP"
  /** Markdown with the gaps `{{1}}`, `{{2}}`, … */
  text: string
  /** HTML; a gap is an empty `<span data-gap="1">` */
  textHtml: string
  gapCount: number
  /** Words to choose from; null if the learner types */
  wordBank: string[] | null
}

export type ReviewCounts = {
  /** All cards that are due; at most 10000 are counted */
  due: number
  /** Those that the session of today still shows */
  availableToday: number
  answeredToday: number
  dailyLimit: number
  /** After so many days, with today, every card that is due now was shown, if you answer the queue of each day */
  daysToClear: number
  /** When the next card after today is due */
  nextDueOn: string | null
}

export type ReviewSession = {
  cards: ReviewCard[]
  answeredToday: number
  dailyLimit: number
}

export type ReviewCard = {
  id: string
  kind: "QUESTION" | "FLASHCARD"
  /** Where you met it */
  source: "LESSON" | "TEST" | "CONTEST" | "BATTLE"
  lessonId: string | null
  /** Send it with the answer. 1: you have never answered it. */
  repetition: number
  dueOn: string
  question: ReviewQuestionSingleChoice | ReviewQuestionMultipleChoice | ReviewQuestionNumber | ReviewQuestionShortText | ReviewQuestionOrder | ReviewQuestionMatch | ReviewQuestionGap | null
  flashcard: ReviewFlashcard | null
}

export type ReviewQuestionSingleChoice = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  type: "SINGLE_CHOICE"
  options: string[]
  optionsHtml: string[]
}

export type ReviewQuestionMultipleChoice = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  type: "MULTIPLE_CHOICE"
  options: string[]
  optionsHtml: string[]
}

export type ReviewQuestionNumber = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  type: "NUMBER"
  /** Units that the answer may use; empty if the number has none */
  units: string[]
}

export type ReviewQuestionShortText = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  type: "SHORT_TEXT"
}

export type ReviewQuestionOrder = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  type: "ORDER"
  items: string[]
  itemsHtml: string[]
}

export type ReviewQuestionMatch = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  type: "MATCH"
  left: string[]
  leftHtml: string[]
  /** May be longer than `left`: then some belong to no left side */
  right: string[]
  rightHtml: string[]
}

export type ReviewQuestionGap = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  type: "GAP"
  /** Markdown with the gaps `{{1}}`, `{{2}}`, … */
  text: string
  /** HTML; a gap is an empty `<span data-gap="1">` */
  textHtml: string
  gapCount: number
  /** Words to choose from; null if the learner types */
  wordBank: string[] | null
}

export type ReviewFlashcard = {
  /** Markdown, without HTML */
  front: string
  /** Markdown, without HTML */
  back: string
  /** The formulas of the texts, each once. Absent without formulas. */
  formulas?: Formula[]
}

export type ReviewForecastDay = {
  date: string
  /** Cards that become due on this day; today also overdue ones */
  due: number
  /** Cards that the daily limit leaves for this day */
  planned: number
}

export type ReviewResult = {
  cardId: string
  repetition: number
  /** Null for a flashcard */
  isCorrect: boolean | null
  rating: "AGAIN" | "HARD" | "GOOD" | "EASY"
  solution: SingleChoiceSolution | MultipleChoiceSolution | NumberSolution | ShortTextSolution | OrderSolution | MatchSolution | GapSolution | null
  dueOn: string
  intervalDays: number
  answeredToday: number
  isStreakExtended: boolean
}

export type UndoneReview = {
  cardId: string
  repetition: number
  dueOn: string
}

export type ReviewSuspension = {
  cardId: string
  isSuspended: boolean
}

export type ReviewSettings = {
  /** The share of cards that you want to remember when they are due; two decimals count */
  targetRetention: number
  /** Cards that a day shows at most */
  dailyLimit: number
}

export type PracticeRound = {
  roundId: string
  lessonId: string | null
  skill: string | null
  /** ISO 8601, UTC */
  startedAt: string
  /** ISO 8601, UTC */
  completedAt: string | null
  /** Null until the round is completed */
  xpEarned: number | null
  questions: RoundQuestion[]
}

export type RoundQuestion = RoundQuestionSingleChoice | RoundQuestionMultipleChoice | RoundQuestionNumber | RoundQuestionShortText | RoundQuestionOrder | RoundQuestionMatch | RoundQuestionGap

export type RoundQuestionSingleChoice = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** Null until you answer it */
  isCorrect: boolean | null
  type: "SINGLE_CHOICE"
  options: string[]
  optionsHtml: string[]
}

export type RoundQuestionMultipleChoice = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** Null until you answer it */
  isCorrect: boolean | null
  type: "MULTIPLE_CHOICE"
  options: string[]
  optionsHtml: string[]
}

export type RoundQuestionNumber = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** Null until you answer it */
  isCorrect: boolean | null
  type: "NUMBER"
  /** Units that the answer may use; empty if the number has none */
  units: string[]
}

export type RoundQuestionShortText = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** Null until you answer it */
  isCorrect: boolean | null
  type: "SHORT_TEXT"
}

export type RoundQuestionOrder = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** Null until you answer it */
  isCorrect: boolean | null
  type: "ORDER"
  items: string[]
  itemsHtml: string[]
}

export type RoundQuestionMatch = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** Null until you answer it */
  isCorrect: boolean | null
  type: "MATCH"
  left: string[]
  leftHtml: string[]
  /** May be longer than `left`: then some belong to no left side */
  right: string[]
  rightHtml: string[]
}

export type RoundQuestionGap = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** Null until you answer it */
  isCorrect: boolean | null
  type: "GAP"
  /** Markdown with the gaps `{{1}}`, `{{2}}`, … */
  text: string
  /** HTML; a gap is an empty `<span data-gap="1">` */
  textHtml: string
  gapCount: number
  /** Words to choose from; null if the learner types */
  wordBank: string[] | null
}

export type PracticeAnswer = Grade & ({
  solution: Solution
  answeredCount: number
  totalQuestions: number
  /** Set when all questions are answered */
  result: PracticeResult | null
})

export type PracticeResult = {
  correctCount: number
  xpEarned: number
  newTotalXP: number
  streakDays: number
  isStreakExtended: boolean
}

export type SkillMastery = {
  /** A skill of a course, or a topic for questions without a skill */
  skill: string
  level: "NOVICE" | "BEGINNER" | "COMPETENT" | "PROFICIENT" | "MASTER"
  answerCount: number
  /** ISO 8601, UTC */
  lastAnsweredAt: string
  /** Whether the level has fallen since the last answer, for lack of practice */
  isFading: boolean
}

export type ActivePromotions = {
  popup: Popup | null
  banners: Banner[]
}

export type Popup = {
  id: string
  title: string
  subtitle: string | null
  imageUrl: string | null
  ctaText: string | null
  ctaAction: "NAVIGATE_CONTEST" | "NAVIGATE_COURSE" | "NAVIGATE_PATH" | "OPEN_SUBSCRIPTION_MODAL" | "OPEN_URL" | "OPEN_REFERRAL" | "NONE"
  /** The parameters of the action. */
  ctaPayload: Record<string, unknown>
  priority: number
  bodyText: string | null
  dismissible: boolean
}

export type Banner = {
  id: string
  title: string
  subtitle: string | null
  imageUrl: string | null
  ctaText: string | null
  ctaAction: "NAVIGATE_CONTEST" | "NAVIGATE_COURSE" | "NAVIGATE_PATH" | "OPEN_SUBSCRIPTION_MODAL" | "OPEN_URL" | "OPEN_REFERRAL" | "NONE"
  /** The parameters of the action. */
  ctaPayload: Record<string, unknown>
  priority: number
}

export type TrackedEvent = {
  tracked: boolean
}

export type Project = {
  id: string
  courseId: string
  title: string
  /** Markdown without HTML */
  description: string
  allowedSubmissionTypes: ("GITHUB_REPO" | "FILE_UPLOAD" | "TEXT" | "WEBSITE_URL" | "GOOGLE_DRIVE_URL" | "VIDEO_URL")[]
  rubric: {
    criterion: string
    points: number
  }[]
  /** Points that pass */
  passingScore: number
  /** Points of the whole rubric */
  maxScore: number
  xpReward: number
  gemReward: number
}

export type ProjectSubmission = {
  id: string
  submissionId: string
  courseId: string
  projectId: string
  /** Null for a draft */
  attempt: number | null
  status: "DRAFT" | "SUBMITTED" | "UNDER_REVIEW" | "PASSED" | "NEEDS_REVISION"
  aiAssessmentStatus: "PENDING" | "IN_PROGRESS" | "COMPLETED" | "FAILED" | null
  submissionType: "GITHUB_REPO" | "FILE_UPLOAD" | "TEXT" | "WEBSITE_URL" | "GOOGLE_DRIVE_URL" | "VIDEO_URL" | null
  repositoryUrl: string | null
  url: string | null
  notes: string
  files: {
    id: string
    name: string
    contentType: string
    sizeBytes: number
    /** Valid for at least one hour */
    url: string
  }[]
  /** ISO 8601, UTC */
  updatedAt: string
  /** ISO 8601, UTC */
  submittedAt: string | null
  /** Time of the result */
  settledAt: string | null
  assessment: Assessment | null
  appeal: {
    reason: string
    /** ISO 8601, UTC */
    appealedAt: string
  } | null
  /** ISO 8601, UTC */
  appealableUntil: string | null
  /** Decision of a manual review */
  review: {
    decision: "PASSED" | "NEEDS_REVISION"
    reason: string
    /** ISO 8601, UTC */
    decidedAt: string
  } | null
}

export type Assessment = {
  totalPoints: number
  maxPoints: number
  percentage: number
  passed: boolean
  criteria: {
    criterion: string
    points: number
    maxPoints: number
    evidence: string
    feedback: string
  }[]
  strengths: string[]
  weaknesses: string[]
  recommendations: string[]
  summary: string
  /** `rules`, or the name of a language model */
  assessor: string
  promptVersion: string
}

export type LatestSubmission = ProjectSubmission & ({
  draft: ProjectSubmission | null
})

export type LedgerEntry = {
  /** The transfer that contains this entry. */
  id: string
  asset: "XP" | "GEM" | "USDT"
  /** Positive for a credit, negative for a debit. */
  amount: number
  reason: string
  source: string
  /** ISO 8601, UTC */
  createdAt: string
}

export type Streak = {
  currentStreak: number
  longestStreak: number
  /** Used automatically on missed days; at most 2. */
  freezes: number
  todayDone: boolean
  /** The days of the last 35 that count, or that a freeze or a repair covers. */
  calendar: ({
    date: string
    status: "DONE" | "FROZEN" | "REPAIRED"
  })[]
  nextMilestone: {
    days: number
    gems: number
  } | null
  /** Set while you have a streak and may hold another freeze. */
  freezeOffer: {
    /** The price */
    gems: number
  } | null
  /** Set while a streak that ended can be repaired. */
  repair: {
    /** The length of the streak after the repair */
    days: number
    /** The price */
    gems: number
    /** ISO 8601, UTC */
    until: string
  } | null
}

export type PublicSiteSettings = SiteSettings & {
  /** Whether visitors may create accounts */
  isSignUpOpen: boolean
}

export type SiteSettings = {
  name: string
  /** For visitors whose browser asks for none of the languages */
  language: "en" | "fr" | "pt" | "sw" | "ar"
  /** The name of an accent, or a colour as #rrggbb */
  accent: string
  /** A WebP of 192 × 192 pixels without transparent parts. Null: the owl of Lyceum */
  logoUrl: string | null
  /** Null before the first change */
  updatedAt: string | null
}

export type BattleTicket = {
  status: "QUEUED" | "MATCHED" | "TIMED_OUT" | "CANCELLED"
  /** Authenticates the WebSocket: /quiz-battles/ws?ticket=… */
  queueTicket: string
  matchmakingTimeoutSeconds: number
  stakeAmount: number
  topicId: string | null
  /** Set when an opponent is found. */
  roomId: string | null
  /** ISO 8601, UTC */
  joinedAt: string
  /** ISO 8601, UTC */
  expiresAt: string
}

export type BattleOpponent = {
  username: string
  avatarUrl: string
  isBot: boolean
  rating: number
}

export type BattleQuestion = {
  id: string
  prompt: string
  /** The prompt as safe HTML, with blocks of code, and maths as MathML */
  promptHtml: string
  options: string[]
  /** The formulas of the texts, each once. Absent without formulas. */
  formulas?: Formula[]
  /** Position in the battle, from 1. */
  order: number
  timeLimitSeconds: number
}

export type Battle = {
  roomId: string
  kind: "QUEUE" | "FRIEND" | "REMATCH" | "BOT"
  status: "WAITING" | "IN_PROGRESS" | "FINISHED" | "ABANDONED" | "CANCELLED"
  reason: "COMPLETED" | "FORFEIT" | "ABANDONED" | "CANCELLED" | null
  topicId: string | null
  stakeAmount: number
  /** Null while a friend room waits for its second player. */
  opponent: BattleOpponent | null
  result: "WIN" | "LOSS" | "DRAW" | null
  /** Set when the battle is over. During the battle, scores come over the WebSocket. */
  scores: {
    you: number
    opponent: number
  } | null
  gemsDelta: number | null
  xpEarned: number | null
  ratingDelta: number | null
  /** ISO 8601, UTC */
  endedAt: string | null
}

export type ChainConfig = {
  chainId: number
  network: string
  /** JSON-RPC of the chain for clients; null if the operator names none. */
  rpcUrl: string | null
  explorerUrl: string | null
  contracts: Record<string, string>
}

export type ChainBalance = {
  userId: string
  /** EVM address */
  walletAddress: string
  network: string
  chainId: number
  /** Whole tokens, in decimal */
  xpTokenBalance: string
  /** Whole tokens, in decimal */
  gemTokenBalance: string
  /** Whole tokens, in decimal: USDT that were bought and can be sold. */
  usdtBalance: string
  /** Whole tokens, in decimal */
  nativeEthBalance: string
  nftBadgesCount: number
}

export type BadgeProgress = {
  badgeType: string
  name: string
  description: string
  currentProgress: number
  requiredProgress: number
  isCompleted: boolean
  /** Rounded down; 100 when completed. */
  progressPercentage: number
  imageUrl: string
  /** Present with the next two fields if the badge is minted. */
  isMintedOnChain?: boolean
  tokenId?: string
  contractAddress?: string
}

export type NearBadge = {
  badgeType: string
  currentProgress: number
  requiredProgress: number
  /** Rounded down; 100 when completed. */
  progressPercentage: number
}

export type PublicLeaderboard = {
  period: "week" | "month" | "all-time"
  /** The number of users on the whole board */
  total: number
  entries: ({
    rank: number
    /** Null if the user has no public profile; so is `avatarUrl`. */
    username: string | null
    avatarUrl: string | null
    /** Earned in this period */
    totalXP: number
  })[]
}

export type League = LeaguePosition & ({
  entries: ({
    rank: number
    userId: string
    username: string
    avatarUrl: string
    totalXP: number
    zone: "RISING" | "STAYING" | "FALLING"
  })[]
  /** Null if you were in no group, or the results are not stored yet. */
  lastWeek: {
    division: "BRONZE" | "SILVER" | "GOLD" | "PEARL" | "MARBLE" | "OLIVE" | "LAUREL"
    outcome: "ROSE" | "STAYED" | "FELL"
    nextDivision: "BRONZE" | "SILVER" | "GOLD" | "PEARL" | "MARBLE" | "OLIVE" | "LAUREL"
    rank: number | null
    size: number
    totalXP: number
  } | null
})

export type LeaguePosition = {
  /** From the lowest to the highest: see the order of the values. */
  division: "BRONZE" | "SILVER" | "GOLD" | "PEARL" | "MARBLE" | "OLIVE" | "LAUREL"
  /** `NOT_JOINED`: no XP this week. `JOINING`: a group follows within seconds, or after last week is closed. `HIDDEN`: not on leaderboards. */
  state: "NOT_JOINED" | "JOINING" | "JOINED" | "HIDDEN"
  /** ISO 8601, UTC */
  startDate: string
  /** ISO 8601, UTC */
  endDate: string
  rank: number | null
  /** The number of learners with a rank in your group */
  size: number
  /** Earned this week */
  totalXP: number
  /** What happens to you if the week ends like this */
  zone: "RISING" | "STAYING" | "FALLING" | null
  /** How many learners from the top rise */
  rising: number
  /** How many learners from the bottom fall */
  falling: number
}

export type Leaderboard = {
  period: "week" | "month" | "all-time"
  /** ISO 8601, UTC */
  startDate: string
  /** ISO 8601, UTC */
  endDate: string
  entries: LeaderboardEntry[]
  /** The number of users on the whole board */
  total: number
  /** Your own position; `rank` is null if you are hidden or have no XP in the period. */
  me?: {
    rank: number | null
    totalXP: number
  }
}

export type LeaderboardEntry = {
  rank: number
  userId: string
  username: string
  avatarUrl: string
  /** Earned in this period */
  totalXP: number
  totalGems: number
  /** Days */
  currentStreak: number
}

export type LeaderboardAroundMe = {
  period: "week" | "month" | "all-time"
  /** ISO 8601, UTC */
  startDate: string
  /** ISO 8601, UTC */
  endDate: string
  entries: LeaderboardEntry[]
  /** The number of users on the whole board */
  total: number
  /** Your own position; `rank` is null if you are hidden or have no XP in the period. */
  me: {
    rank: number | null
    totalXP: number
  }
}

export type LeaderboardPosition = {
  period: "week" | "month" | "all-time"
  /** ISO 8601, UTC */
  startDate: string
  /** ISO 8601, UTC */
  endDate: string
  rank: number | null
  totalXP: number
  /** The number of users on the whole board */
  total: number
}

export type Contest = {
  id: string
  title: string
  description: string
  status: "UPCOMING" | "LIVE" | "ENDED" | "SETTLED" | "CANCELLED"
  type: "PUBLIC" | "PRIVATE"
  entryFeeGems: number
  /** The guaranteed pool plus the entry fees paid so far; after settlement what was paid. */
  prizePoolGems: number
  guaranteedPoolGems: number
  /** The platform pays `guaranteedPoolGems` only if at least this many participants submit. */
  guaranteedPoolMinParticipants: number
  /** False if too few participants submitted; null until the contest is settled. */
  isGuaranteedPoolPaid: boolean | null
  /** Percent. A lower score gets no prize. */
  minPrizeScore: number
  /** Percent of the pool, the best rank first. */
  prizeTable: number[]
  /** ISO 8601, UTC */
  startsAt: string
  /** ISO 8601, UTC */
  endsAt: string
  /** Time limit of an attempt from its start; null: until the end of the contest. */
  maxDurationSeconds: number | null
  totalQuestions: number
  participantCount: number
  /** With fewer participants the contest is cancelled and entry fees are refunded. */
  minParticipants: number
  cancelReason: string | null
  /** ISO 8601, UTC */
  settledAt: string | null
  /** Only for participants of a private contest. */
  roomCode: string | null
  userStatus: {
    hasJoined: boolean
    hasStarted: boolean
    hasCompleted: boolean
    /** Null until the contest is decided. */
    score: number | null
    /** Null until the contest is settled. */
    rank: number | null
    prizeGems: number
    xpEarned: number
  }
}

export type ContestPreview = {
  title: string
  description: string
  status: "UPCOMING" | "LIVE" | "ENDED" | "SETTLED" | "CANCELLED"
  entryFeeGems: number
  /** The guaranteed pool plus the entry fees paid so far; after settlement what was paid. */
  prizePoolGems: number
  guaranteedPoolGems: number
  /** The platform pays `guaranteedPoolGems` only if at least this many participants submit. */
  guaranteedPoolMinParticipants: number
  /** Percent of the pool, the best rank first. */
  prizeTable: number[]
  /** Percent. A lower score gets no prize. */
  minPrizeScore: number
  /** ISO 8601, UTC */
  startsAt: string
  /** ISO 8601, UTC */
  endsAt: string
  /** Time limit of an attempt from its start; null: until the end of the contest. */
  maxDurationSeconds: number | null
  totalQuestions: number
  participantCount: number
  /** With fewer participants the contest is cancelled and entry fees are refunded. */
  minParticipants: number
}

export type ContestAttempt = {
  questions: ContestQuestion[]
  /** ISO 8601, UTC */
  startedAt: string
  /** ISO 8601, UTC */
  deadlineAt: string
}

export type ContestQuestion = ContestQuestionSingleChoice | ContestQuestionMultipleChoice | ContestQuestionNumber | ContestQuestionShortText | ContestQuestionOrder | ContestQuestionMatch | ContestQuestionGap

export type ContestQuestionSingleChoice = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  type: "SINGLE_CHOICE"
  options: string[]
  optionsHtml: string[]
}

export type ContestQuestionMultipleChoice = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  type: "MULTIPLE_CHOICE"
  options: string[]
  optionsHtml: string[]
}

export type ContestQuestionNumber = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  type: "NUMBER"
  /** Units that the answer may use; empty if the number has none */
  units: string[]
}

export type ContestQuestionShortText = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  type: "SHORT_TEXT"
}

export type ContestQuestionOrder = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  type: "ORDER"
  items: string[]
  itemsHtml: string[]
}

export type ContestQuestionMatch = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  type: "MATCH"
  left: string[]
  leftHtml: string[]
  /** May be longer than `left`: then some belong to no left side */
  right: string[]
  rightHtml: string[]
}

export type ContestQuestionGap = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  type: "GAP"
  /** Markdown with the gaps `{{1}}`, `{{2}}`, … */
  text: string
  /** HTML; a gap is an empty `<span data-gap="1">` */
  textHtml: string
  gapCount: number
  /** Words to choose from; null if the learner types */
  wordBank: string[] | null
}

export type ContestSubmission = {
  /** Null: the result is part of the contest after it is decided. */
  score: number | null
  /** Null: the result is part of the contest after it is decided. */
  correctCount: number | null
  totalQuestions: number
  timeTakenSeconds: number
  /** The time that decides the rank */
  timeTakenMs: number
  /** Null: the result is part of the contest after it is decided. */
  rank: number | null
  /** ISO 8601, UTC */
  submittedAt: string
}

export type ContestReview = {
  questions: ReviewedContestQuestion[]
}

export type ReviewedContestQuestion = ReviewedContestQuestionSingleChoice | ReviewedContestQuestionMultipleChoice | ReviewedContestQuestionNumber | ReviewedContestQuestionShortText | ReviewedContestQuestionOrder | ReviewedContestQuestionMatch | ReviewedContestQuestionGap

export type ReviewedContestQuestionSingleChoice = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  /** Null if the question is not SINGLE_CHOICE */
  correctIndex: number | null
  explanation: string
  explanationHtml: string
  selectedOption: number | null
  answer: Answer & unknown | null
  solution: Solution
  isCorrect: boolean
  feedback: string | null
  feedbackHtml: string | null
  type: "SINGLE_CHOICE"
  options: string[]
  optionsHtml: string[]
}

export type ReviewedContestQuestionMultipleChoice = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  /** Null if the question is not SINGLE_CHOICE */
  correctIndex: number | null
  explanation: string
  explanationHtml: string
  selectedOption: number | null
  answer: Answer & unknown | null
  solution: Solution
  isCorrect: boolean
  feedback: string | null
  feedbackHtml: string | null
  type: "MULTIPLE_CHOICE"
  options: string[]
  optionsHtml: string[]
}

export type ReviewedContestQuestionNumber = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  /** Null if the question is not SINGLE_CHOICE */
  correctIndex: number | null
  explanation: string
  explanationHtml: string
  selectedOption: number | null
  answer: Answer & unknown | null
  solution: Solution
  isCorrect: boolean
  feedback: string | null
  feedbackHtml: string | null
  type: "NUMBER"
  /** Units that the answer may use; empty if the number has none */
  units: string[]
}

export type ReviewedContestQuestionShortText = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  /** Null if the question is not SINGLE_CHOICE */
  correctIndex: number | null
  explanation: string
  explanationHtml: string
  selectedOption: number | null
  answer: Answer & unknown | null
  solution: Solution
  isCorrect: boolean
  feedback: string | null
  feedbackHtml: string | null
  type: "SHORT_TEXT"
}

export type ReviewedContestQuestionOrder = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  /** Null if the question is not SINGLE_CHOICE */
  correctIndex: number | null
  explanation: string
  explanationHtml: string
  selectedOption: number | null
  answer: Answer & unknown | null
  solution: Solution
  isCorrect: boolean
  feedback: string | null
  feedbackHtml: string | null
  type: "ORDER"
  items: string[]
  itemsHtml: string[]
}

export type ReviewedContestQuestionMatch = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  /** Null if the question is not SINGLE_CHOICE */
  correctIndex: number | null
  explanation: string
  explanationHtml: string
  selectedOption: number | null
  answer: Answer & unknown | null
  solution: Solution
  isCorrect: boolean
  feedback: string | null
  feedbackHtml: string | null
  type: "MATCH"
  left: string[]
  leftHtml: string[]
  /** May be longer than `left`: then some belong to no left side */
  right: string[]
  rightHtml: string[]
}

export type ReviewedContestQuestionGap = {
  id: string
  /** Markdown, without HTML */
  prompt: string
  /** The same as safe HTML, with maths as MathML */
  promptHtml: string
  /** Whether the question has a hint */
  hasHint: boolean
  /** From 1 */
  order: number
  /** Null if the question is not SINGLE_CHOICE */
  correctIndex: number | null
  explanation: string
  explanationHtml: string
  selectedOption: number | null
  answer: Answer & unknown | null
  solution: Solution
  isCorrect: boolean
  feedback: string | null
  feedbackHtml: string | null
  type: "GAP"
  /** Markdown with the gaps `{{1}}`, `{{2}}`, … */
  text: string
  /** HTML; a gap is an empty `<span data-gap="1">` */
  textHtml: string
  gapCount: number
  /** Words to choose from; null if the learner types */
  wordBank: string[] | null
}

export type ContestLeaderboardEntry = {
  /** Null until the contest is decided. */
  rank: number | null
  userId: string
  username: string
  avatarUrl: string
  /** Null until the contest is decided. */
  score: number | null
  /** Null until the contest is decided. */
  correctCount: number | null
  timeTakenSeconds: number
  prizeGems: number
  /** ISO 8601, UTC */
  submittedAt: string
}

export type ReferralCode = {
  referralCode: string
}

export type ReferralStats = {
  referralCode: string
  totalInvited: number
  /** Invited users who completed a lesson in the last 30 days. */
  activeLearners: number
  totalGemsEarned: number
  totalXPEarned: number
  /** The username of your inviter, if you have one. */
  invitedBy: string | null
  referrals: {
    username: string
    /** ISO 8601, UTC */
    joinedAt: string
    hasCompletedFirstCourse: boolean
    /** Whether you were paid for this referral. */
    bonusClaimed: boolean
  }[]
}

export type RedeemedReferral = {
  referralCode: string
  invitedBy: string
  bonusGems: number
}

export type NotificationPreferences = {
  channels: {
    STREAK_MILESTONE: {
      inApp: boolean
      push: boolean
      email: boolean
    }
    STREAK_AT_RISK: {
      inApp: boolean
      push: boolean
      email: boolean
    }
    BADGE_EARNED: {
      inApp: boolean
      push: boolean
      email: boolean
    }
    CERTIFICATE_READY: {
      inApp: boolean
      push: boolean
      email: boolean
    }
    CONTEST_STARTING: {
      inApp: boolean
      push: boolean
      email: boolean
    }
    CONTEST_RESULT: {
      inApp: boolean
      push: boolean
      email: boolean
    }
    BATTLE_RESULT: {
      inApp: boolean
      push: boolean
      email: boolean
    }
    LEAGUE_RESULT: {
      inApp: boolean
      push: boolean
      email: boolean
    }
    PROJECT_ASSESSED: {
      inApp: boolean
      push: boolean
      email: boolean
    }
    REFERRAL_BONUS: {
      inApp: boolean
      push: boolean
      email: boolean
    }
    PAYMENT_UPDATE: {
      inApp: boolean
      push: boolean
      email: boolean
    }
    SUBSCRIPTION_UPDATE: {
      inApp: boolean
      push: boolean
      email: boolean
    }
    COURSE_CHANGED: {
      inApp: boolean
      push: boolean
      email: boolean
    }
    ANNOUNCEMENT: {
      inApp: boolean
      push: boolean
      email: boolean
    }
    SYSTEM: {
      inApp: boolean
      push: boolean
      email: boolean
    }
  }
  /** In your time zone; may span midnight. Delays pushes and e-mails until the end, but not the inbox. */
  quietHours: {
    start: string
    end: string
  } | null
  /** The time zone of your profile. */
  timeZone: string
}

export type Notification = {
  id: string
  title: string
  body: string
  type: "STREAK_MILESTONE" | "STREAK_AT_RISK" | "BADGE_EARNED" | "CERTIFICATE_READY" | "CONTEST_STARTING" | "CONTEST_RESULT" | "BATTLE_RESULT" | "LEAGUE_RESULT" | "PROJECT_ASSESSED" | "REFERRAL_BONUS" | "PAYMENT_UPDATE" | "SUBSCRIPTION_UPDATE" | "COURSE_CHANGED" | "ANNOUNCEMENT" | "SYSTEM"
  isRead: boolean
  /** ISO 8601, UTC */
  createdAt: string
  /** The page of the app to open. */
  link: string
}

export type AdminStats = {
  users: {
    total: number
    registeredToday: number
  }
  learning: {
    /** Learners with an activity today (UTC) */
    activeToday: number
    lessonsCompleted: number
    coursesCompleted: number
  }
  /** The last 30 days (UTC), newest first. Lesson completions appear with a delay of up to 3 minutes. */
  days: {
    day: string
    registered: number
    activeLearners: number
    lessonsCompleted: number
    coursesCompleted: number
  }[]
  /** From the latest ledger audit. Request an audit for current values. */
  economy: {
    /** ISO 8601, UTC */
    asOf: string
    isLedgerOk: boolean
    gemsInCirculation: number
    xpInCirculation: number
    gemsInEscrow: {
      contests: number
      battles: number
      orders: number
    }
  } | null
  queues: {
    outbox: number
    waiting: number
    active: number
    failed: number
  }
  attention: {
    submissionsInReview: number
    deadInboxEvents: number
    failedJobs: number
  }
}

export type AdminUserSummary = {
  id: string
  email: string
  username: string
  role: "USER" | "CREATOR" | "SUPPORT" | "MODERATOR" | "ADMIN"
  country: string | null
  language: string
  timeZone: string
  isEmailVerified: boolean
  isTwoFactorEnabled: boolean
  /** ISO 8601, UTC */
  suspendedAt: string | null
  /** ISO 8601, UTC */
  createdAt: string
}

export type AdminUser = {
  id: string
  email: string
  username: string
  role: "USER" | "CREATOR" | "SUPPORT" | "MODERATOR" | "ADMIN"
  country: string | null
  language: string
  timeZone: string
  isEmailVerified: boolean
  isTwoFactorEnabled: boolean
  /** ISO 8601, UTC */
  suspendedAt: string | null
  /** ISO 8601, UTC */
  createdAt: string
  totalXP: number
  totalGems: number
  isPremium: boolean
}

export type Suspension = {
  id: string
  /** ISO 8601, UTC */
  suspendedAt: string | null
}

export type PremiumGrant = {
  isGranted: boolean
  /** Null if the grant has no end, or if there is no grant */
  until: string | null
  /** By the grant or by a purchase */
  isPremium: boolean
}

export type AdminAttention = {
  reports: WaitingWork
  submissions: {
    /** At most 1000 */
    count: number
    /** Since when the oldest waits; null if none does */
    oldestAt: string | null
  } | null
  ordersUnderReview: {
    /** At most 1000 */
    count: number
    /** Since when the oldest waits; null if none does */
    oldestAt: string | null
  } | null
  grantRequests: {
    /** At most 1000 */
    count: number
    /** Since when the oldest waits; null if none does */
    oldestAt: string | null
  } | null
  deadEvents: {
    /** At most 1000 */
    count: number
    /** Since when the oldest waits; null if none does */
    oldestAt: string | null
  } | null
  failedJobs: {
    /** At most 1000 */
    count: number
    /** Since when the oldest waits; null if none does */
    oldestAt: string | null
  } | null
  ledgerFaults: {
    /** At most 1000 */
    count: number
    /** Since when the oldest waits; null if none does */
    oldestAt: string | null
  } | null
  relayer: {
    /** The relayer needs ether for gas */
    isLow: boolean
    /** Null if the chain is off or does not respond */
    balanceEther: number | null
  } | null
}

export type WaitingWork = {
  /** At most 1000 */
  count: number
  /** Since when the oldest waits; null if none does */
  oldestAt: string | null
}

export type AdminSearchResult = {
  kind: "USER" | "WALLET" | "ORDER" | "CERTIFICATE" | "CHAIN_TRANSACTION" | "CONTEST" | "BATTLE" | "TICKET"
  id: string
  title: string
  detail: string
  /** The user that the item belongs to, if any */
  userId: string | null
}

export type AdminUserOverview = {
  user: AdminUser
  sessions: AdminSession[]
  /** The devices that receive pushes */
  devices: AdminDevice[]
  ledger: {
    balances: {
      XP: number
      GEM: number
      USDT: number
    }
    entries: AdminLedgerEntry[]
  }
  learning: {
    enrollments: AdminEnrollment[]
    enrolledCourses: number
    completedCourses: number
    completedLessons: number
    streak: {
      currentDays: number
      longestDays: number
      freezes: number
    }
    /** In the time zone of the user on that day */
    lastLearningDay: string | null
  }
  orders: AdminOrderSummary[]
  certificates: AdminCertificate[]
  referrals: {
    /** The id of the user who invited this one */
    referredBy: string | null
    code: string | null
    members: {
      invited: number
      /** With a lesson in the last 30 days; at most 10,000 */
      active: number
      /** For whom the user got the bonus */
      rewarded: number
    }
    gemsEarned: number
    xpEarned: number
  }
  moderation: {
    /** ISO 8601, UTC */
    suspendedAt: string | null
  }
  notes: UserNote[]
  /** The newest actions that concern the user, without the IP addresses of the actors */
  audit: AuditEntry[]
}

export type AdminSession = {
  id: string
  userAgent: string | null
  /** The network of the address: /24 of IPv4, /48 of IPv6. */
  network: string | null
  /** ISO 8601, UTC */
  createdAt: string
  /** ISO 8601, UTC */
  lastUsedAt: string
  /** ISO 8601, UTC */
  expiresAt: string
  /** ISO 8601, UTC */
  revokedAt: string | null
  revokedReason: string | null
}

export type AdminDevice = {
  id: string
  platform: "IOS" | "ANDROID" | "WEB"
  kind: "FCM" | "WEB_PUSH"
  /** ISO 8601, UTC */
  createdAt: string
  /** ISO 8601, UTC */
  lastSeenAt: string
}

export type AdminLedgerEntry = {
  transferId: string
  asset: "XP" | "GEM" | "USDT"
  /** Positive for a credit of the user, negative for a debit. */
  amount: number
  /** The kind of movement */
  reason: string
  /** Identifies the cause, so that it is posted once. */
  reference: string
  /** What the reference names: the completion of a lesson, the contest, the order. */
  cause: {
    /** Such as `lesson`, `contest`, `battle`, `order` or `grant` */
    kind: string
    id: string | null
  }
  /** ISO 8601, UTC */
  createdAt: string
  /** The entries of the transfer, which sum to zero in each asset; of a large transfer the first 100. */
  lines: LedgerLine[]
  /** The number of all entries of the transfer */
  lineCount: number
}

export type LedgerLine = {
  /** `user:<id>`, `house:<name>`, or the escrow of a contest, battle or order. */
  account: string
  asset: "XP" | "GEM" | "USDT"
  amount: number
}

export type AdminEnrollment = {
  courseId: string
  title: string
  completedLessons: number
  totalLessons: number
  progressPercentage: number
  /** ISO 8601, UTC */
  enrolledAt: string
  /** ISO 8601, UTC */
  completedAt: string | null
}

export type AdminOrderSummary = {
  orderId: string
  type: "ON_RAMP" | "OFF_RAMP"
  status: "PENDING_PAYMENT" | "PAYMENT_RECEIVED" | "PROCESSING" | "PAYOUT_SENT" | "COMPLETED" | "EXPIRED" | "CANCELLED" | "FAILED" | "REFUND_PENDING" | "REFUNDED" | "UNDER_REVIEW"
  fiatAmount: number
  fiatCurrency: "NGN" | "KES" | "GHS" | "UGX" | "TZS" | "ZAR"
  cryptoAmount: number
  cryptoCurrency: "CHAIN_USDT" | "GEMS"
  exchangeRate: number
  fee: number
  feeCurrency: "NGN" | "KES" | "GHS" | "UGX" | "TZS" | "ZAR"
  /** The amount that the recipient of an off-ramp gets. */
  netPayout: number | null
  paymentMethod: "BANK_TRANSFER" | "MPESA" | "MTN_MOMO" | "AIRTEL_MONEY" | "VODAFONE_CASH" | "TIGO_PESA" | "HALOPESA" | "CARD" | "AIRTIME"
  /** Only while the order can be paid. */
  paymentUrl: string | null
  /** Only while the order can be paid. */
  accountDetails: {
    bankName: string
    accountName: string
    accountNumber: string
  } | null
  transactionHash: string | null
  /** ISO 8601, UTC */
  createdAt: string
  /** ISO 8601, UTC */
  updatedAt: string
  /** ISO 8601, UTC */
  expiresAt: string | null
  userId: string
  /** Why the order needs a manual review. */
  attention: string | null
}

export type AdminCertificate = {
  id: string
  userId: string
  courseId: string
  courseTitle: string
  certificateNumber: string
  /** Null after the account of the owner was deleted */
  studentName: string | null
  status: "MINTING" | "MINTED" | "FAILED" | "REVOKED"
  /** ISO 8601, UTC */
  issuedAt: string
  /** ISO 8601, UTC */
  revokedAt: string | null
  revocationReason: "ISSUED_IN_ERROR" | "MISCONDUCT" | "REQUESTED_BY_HOLDER" | null
}

export type UserNote = {
  id: string
  userId: string
  authorId: string
  text: string
  /** ISO 8601, UTC */
  createdAt: string
}

export type AuditEntry = {
  id: string
  /** ISO 8601, UTC */
  at: string
  /** Null for the command line of the operator. */
  actorId: string | null
  /** The present username; null if the account was deleted */
  actorName: string | null
  actorRole: "USER" | "CREATOR" | "SUPPORT" | "MODERATOR" | "ADMIN" | "OPERATOR"
  act: "user.suspended" | "user.restored" | "user.role_changed" | "user.granted" | "user.grant_requested" | "user.grant_rejected" | "user.notified" | "user.sessions_revoked" | "user.viewed" | "user.note_added" | "user.note_deleted" | "user.two_factor_reset" | "subscription.granted" | "subscription.ended" | "course.created" | "course.updated" | "course.published" | "course.scheduled" | "course.schedule_cancelled" | "course.changes_discarded" | "course.restored" | "course.archived" | "course.author_added" | "course.author_removed" | "course.transferred" | "course.taken_over" | "course.given_back" | "lesson.created" | "lesson.updated" | "lesson.published" | "lesson.scheduled" | "lesson.schedule_cancelled" | "lesson.changes_discarded" | "lesson.restored" | "lesson.archived" | "lesson.shared" | "lesson.unshared" | "lesson.drafted_by_model" | "review.submitted" | "review.approved" | "review.returned" | "review.withdrawn" | "course_test.updated" | "course_test.restored" | "course_test.questions_added" | "course_test.published" | "question.created" | "question.updated" | "question.published" | "question.archived" | "question.imported" | "question.drafted_by_model" | "model_mark.deleted" | "content.imported" | "question.bulk_changed" | "topic.created" | "topic.renamed" | "learning_path.created" | "learning_path.updated" | "learning_path.published" | "learning_path.archived" | "learning_path.restored" | "capstone.restored" | "capstone.created" | "capstone.updated" | "capstone.published" | "capstone.archived" | "contest.created" | "contest.updated" | "contest.cancelled" | "contest_plan.created" | "contest_plan.updated" | "contest_plan.published" | "contest_plan.stopped" | "contest_plan.deleted" | "promotion.created" | "promotion.updated" | "promotion.published" | "promotion.archived" | "badge.created" | "badge.updated" | "badge.published" | "badge.archived" | "medium.created" | "medium.updated" | "medium.deleted" | "submission.decided" | "report.decided" | "broadcast.created" | "broadcast.updated" | "broadcast.tested" | "broadcast.scheduled" | "broadcast.stopped" | "order.retried" | "order.accepted" | "order.refunded" | "certificate.corrected" | "certificate.revoked" | "certificate_name.changed" | "inbox.replayed" | "job.retried" | "email.resent" | "ledger.audit_requested" | "site.set_up" | "site.updated" | "site.logo_replaced" | "site.logo_removed" | "settings.updated"
  subjectKind: string
  subjectId: string
  /** The user that the action concerns, if any. */
  userId: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** The IP address of the actor, the reason, and other texts. They are erased with the account that they belong to. */
  details: Record<string, unknown> | null
  requestId: string | null
}

export type AdminReferralMember = {
  userId: string
  /** Null for a deleted account */
  username: string | null
  /** ISO 8601, UTC */
  joinedAt: string
  /** ISO 8601, UTC */
  firstCourseAt: string | null
  /** ISO 8601, UTC */
  lastLessonAt: string | null
  /** What became of the bonus of the inviter; null until the first course */
  bonus: "PAID" | "DAILY_CAP" | "TOTAL_CAP" | "INVITER_INACTIVE" | null
}

export type QueuedSubmission = {
  id: string
  userId: string
  courseId: string
  attempt: number
  /** PASS_PROPOSED: the built-in rules found enough points, and a person decides */
  reviewCause: "APPEAL" | "ASSESSMENT_FAILED" | "SUSPICIOUS" | "PASS_PROPOSED"
  /** ISO 8601, UTC */
  reviewRequestedAt: string
  appealReason: string | null
  /** ISO 8601, UTC */
  submittedAt: string
  submissionType: string | null
  repositoryUrl: string | null
  url: string | null
  notes: string
  files: {
    id: string
    name: string
    contentType: string
    sizeBytes: number
    /** Valid for at least an hour */
    url: string
  }[]
  /** The project at the time of the submission */
  project: {
    title: string
  } & Record<string, unknown>
  assessment: {
    percentage: number
  } & Record<string, unknown> | null
}

export type AdminOrder = {
  orderId: string
  type: "ON_RAMP" | "OFF_RAMP"
  status: "PENDING_PAYMENT" | "PAYMENT_RECEIVED" | "PROCESSING" | "PAYOUT_SENT" | "COMPLETED" | "EXPIRED" | "CANCELLED" | "FAILED" | "REFUND_PENDING" | "REFUNDED" | "UNDER_REVIEW"
  fiatAmount: number
  fiatCurrency: "NGN" | "KES" | "GHS" | "UGX" | "TZS" | "ZAR"
  cryptoAmount: number
  cryptoCurrency: "CHAIN_USDT" | "GEMS"
  exchangeRate: number
  fee: number
  feeCurrency: "NGN" | "KES" | "GHS" | "UGX" | "TZS" | "ZAR"
  /** The amount that the recipient of an off-ramp gets. */
  netPayout: number | null
  paymentMethod: "BANK_TRANSFER" | "MPESA" | "MTN_MOMO" | "AIRTEL_MONEY" | "VODAFONE_CASH" | "TIGO_PESA" | "HALOPESA" | "CARD" | "AIRTIME"
  /** Only while the order can be paid. */
  paymentUrl: string | null
  /** Only while the order can be paid. */
  accountDetails: {
    bankName: string
    accountName: string
    accountNumber: string
  } | null
  transactionHash: string | null
  /** ISO 8601, UTC */
  createdAt: string
  /** ISO 8601, UTC */
  updatedAt: string
  /** ISO 8601, UTC */
  expiresAt: string | null
  history: ({
    from: "PENDING_PAYMENT" | "PAYMENT_RECEIVED" | "PROCESSING" | "PAYOUT_SENT" | "COMPLETED" | "EXPIRED" | "CANCELLED" | "FAILED" | "REFUND_PENDING" | "REFUNDED" | "UNDER_REVIEW" | null
    status: "PENDING_PAYMENT" | "PAYMENT_RECEIVED" | "PROCESSING" | "PAYOUT_SENT" | "COMPLETED" | "EXPIRED" | "CANCELLED" | "FAILED" | "REFUND_PENDING" | "REFUNDED" | "UNDER_REVIEW"
    cause: string
    /** ISO 8601, UTC */
    at: string
  })[]
  userId: string
  /** Why the order needs a manual review. */
  attention: string | null
  /** Only of an order that is being refunded or was refunded. */
  refund: {
    /** What was taken back from the user. */
    takenBack: number
    /** What the user no longer had: a loss of the house. */
    shortfall: number
    /** BY_HAND: the provider has no refunds, so an operator pays the money back. */
    method: "BY_PROVIDER" | "BY_HAND"
  } | null
}

export type OrderRefundPreview = {
  orderId: string
  status: "PENDING_PAYMENT" | "PAYMENT_RECEIVED" | "PROCESSING" | "PAYOUT_SENT" | "COMPLETED" | "EXPIRED" | "CANCELLED" | "FAILED" | "REFUND_PENDING" | "REFUNDED" | "UNDER_REVIEW"
  /** Whether the status of the order allows a refund. */
  isPossible: boolean
  asset: "CHAIN_USDT" | "GEMS"
  /** What the order gave to the user; 0 if nothing. */
  delivered: number
  /** What is taken back from the user. */
  takenBack: number
  /** What the user no longer has: a loss of the house. Tokens are in the wallet of the user and are not taken back. */
  shortfall: number
  /** The money that the payer gets. */
  paidBack: number
  currency: "NGN" | "KES" | "GHS" | "UGX" | "TZS" | "ZAR"
  provider: string
  /** BY_HAND: the provider has no refunds, so an operator pays the money back. */
  method: "BY_PROVIDER" | "BY_HAND"
  ledgerEntries: ({
    account: string
    asset: "XP" | "GEM" | "USDT"
    amount: number
  })[]
}

export type AdminChainState = {
  isEnabled: boolean
  chainId: number
  network: string
  /** Null until a transaction was sent */
  relayer: {
    address: string
    /** Null while the node does not respond */
    balanceEther: number | null
    nextNonce: number
    gasUsedToday: number
    dailyGasLimit: number
  } | null
  /** Transactions without an outcome, counted up to 10,000 */
  queue: {
    queued: number
    sent: number
    /** ISO 8601, UTC */
    oldestQueuedAt: string | null
  }
}

export type AdminChainTransaction = {
  id: string
  /** Names what the transaction is for, such as an order */
  reference: string
  kind: string
  contract: string
  functionName: string
  status: "queued" | "sent" | "confirmed" | "failed"
  sender: string | null
  nonce: number | null
  gasLimit: number | null
  gasUsed: number | null
  /** The highest fee per gas of the stored attempts */
  maxFeeGwei: number | null
  transactionHash: string | null
  blockNumber: number | null
  /** Signed versions; they are deleted 30 days after the outcome */
  attempts: number
  /** Simulations that failed before it was sent */
  simulationAttempts: number
  lastError: string | null
  /** ISO 8601, UTC */
  createdAt: string
  /** ISO 8601, UTC */
  settledAt: string | null
}

export type AdminEmail = {
  id: string
  /** Masked unless the caller is an administrator */
  recipient: string
  subject: string
  state: "PENDING" | "FAILED" | "SENT"
  attempts: number
  lastError: string | null
  /** ISO 8601, UTC */
  createdAt: string
  /** ISO 8601, UTC */
  sentAt: string | null
}

export type WebhookEvent = {
  id: string
  /** Such as `contract-events`, `revenuecat` or `payments/sandbox` */
  source: string
  /** The id of the sender */
  eventId: string
  status: "PENDING" | "APPLIED" | "IGNORED" | "UNMATCHED" | "DEAD"
  /** The result or the last error */
  note: string | null
  attempts: number
  /** The user that the event is about, once known */
  userId: string | null
  /** ISO 8601, UTC */
  receivedAt: string
  /** ISO 8601, UTC */
  processedAt: string | null
}

export type WebhookEventDetail = WebhookEvent & ({
  /** The JSON body without secret fields. Null after it was erased. */
  body: string | null
})

export type DeadEvent = {
  id: string
  source: string
  eventId: string
  /** Why processing was given up */
  note: string | null
  attempts: number
  /** ISO 8601, UTC */
  receivedAt: string
  body: string
}

export type JobQueue = {
  name: string
  waiting: number
  /** Not due yet */
  deferred: number
  active: number
  failed: number
  /** ISO 8601, UTC */
  countedAt: string | null
}

export type FailedJob = {
  id: string
  job: string
  message: string | null
  /** ISO 8601, UTC */
  failedAt: string
}

export type LedgerAudit = {
  id: string
  status: "RUNNING" | "PASSED" | "FAILED"
  /** Null for a scheduled audit */
  requestedBy: string | null
  /** ISO 8601, UTC */
  requestedAt: string
  /** ISO 8601, UTC */
  finishedAt: string | null
  checked: {
    transfers: number
    entries: number
    accounts: number
  } | null
  faults: string[]
}

export type AdminLedgerTransfer = {
  transferId: string
  /** The kind of movement */
  reason: string
  /** Identifies the cause, so that it is posted once. */
  reference: string
  /** What the reference names: the completion of a lesson, the contest, the order. */
  cause: {
    /** Such as `lesson`, `contest`, `battle`, `order` or `grant` */
    kind: string
    id: string | null
  }
  /** ISO 8601, UTC */
  createdAt: string
  /** The entries of the transfer, which sum to zero in each asset; of a large transfer the first 100. */
  lines: LedgerLine[]
  /** The number of all entries of the transfer */
  lineCount: number
}

export type RuntimeSettings = {
  /** Counts the changes; 0 before the first. Send it back with a change. */
  version: number
  /** ISO 8601, UTC */
  updatedAt: string | null
  isSignUpOpen: {
    /** What is in force */
    value: boolean
    /** STORED: an administrator has set it */
    source: "ENVIRONMENT" | "STORED"
    /** What is in force without a stored value */
    environmentValue: boolean
    /** The variables of the environment */
    variables: string[]
  }
  areStakesOn: {
    /** What is in force */
    value: boolean
    /** STORED: an administrator has set it */
    source: "ENVIRONMENT" | "STORED"
    /** What is in force without a stored value */
    environmentValue: boolean
    /** The variables of the environment */
    variables: string[]
  }
  generalLimit: {
    /** What is in force */
    value: {
      count: number
      windowSeconds: number
    }
    /** STORED: an administrator has set it */
    source: "ENVIRONMENT" | "STORED"
    /** What is in force without a stored value */
    environmentValue: {
      count: number
      windowSeconds: number
    }
    /** The variables of the environment */
    variables: string[]
  }
  creatorLimits: {
    /** What is in force */
    value: {
      courseXp: number
      courseGems: number
      poolGems: number
      dailyXp: number
      dailyGems: number
    }
    /** STORED: an administrator has set it */
    source: "ENVIRONMENT" | "STORED"
    /** What is in force without a stored value */
    environmentValue: {
      courseXp: number
      courseGems: number
      poolGems: number
      dailyXp: number
      dailyGems: number
    }
    /** The variables of the environment */
    variables: string[]
  }
  grantLimits: {
    /** What is in force */
    value: {
      gems: number
      xp: number
    }
    /** STORED: an administrator has set it */
    source: "ENVIRONMENT" | "STORED"
    /** What is in force without a stored value */
    environmentValue: {
      gems: number
      xp: number
    }
    /** The variables of the environment */
    variables: string[]
  }
  twoFactorRoles: {
    /** What is in force */
    value: ("ADMIN" | "SUPPORT" | "MODERATOR" | "CREATOR")[]
    /** STORED: an administrator has set it */
    source: "ENVIRONMENT" | "STORED"
    /** What is in force without a stored value */
    environmentValue: ("ADMIN" | "SUPPORT" | "MODERATOR" | "CREATOR")[]
    /** The variables of the environment */
    variables: string[]
  }
}

export type GrantRequest = {
  id: string
  status: "PENDING" | "APPROVED" | "REJECTED" | "EXPIRED"
  /** The administrator who wants to grant */
  requester: {
    id: string
    /** Null if the account was deleted */
    username: string | null
  }
  /** The user who gets it */
  user: {
    id: string
    /** Null if the account was deleted */
    username: string | null
  }
  asset: "GEM" | "XP"
  amount: number
  /** Null after the account of the user was deleted */
  reason: string | null
  /** ISO 8601, UTC */
  createdAt: string
  /** ISO 8601, UTC */
  expiresAt: string
  decidedBy: {
    id: string
    /** Null if the account was deleted */
    username: string | null
  } | null
  /** ISO 8601, UTC */
  decidedAt: string | null
  decisionReason: string | null
  /** Whether you may approve it: it is pending, not for you, and you are independent of the requester. */
  mayApprove: boolean
}

export type Report = {
  id: string
  kind: "COURSE" | "LESSON" | "QUESTION" | "USER"
  targetId: string
  reason: "WRONG" | "OFFENSIVE" | "SPAM" | "CHEATING" | "COPYRIGHT" | "OTHER"
  text: string
  status: "OPEN" | "DISMISSED" | "ACTED"
  /** Null after the reporter deleted the account */
  reporterId: string | null
  /** ISO 8601, UTC */
  createdAt: string
  reviewerId: string | null
  /** ISO 8601, UTC */
  decidedAt: string | null
  /** For staff; the reporter does not see it */
  note: string
}

export type Broadcast = {
  /** For staff. It is typed again to confirm the sending. */
  name: string
  /** The preferences of users for this type apply. SYSTEM is for what every user must know. */
  type: "ANNOUNCEMENT" | "SYSTEM"
  /** The message by language, in plain text */
  texts: Record<string, {
    title: string
    body: string
  }>
  /** The language of `texts` for users whose own language is missing there */
  fallbackLanguage: string
  /** The path in the app that the message opens */
  link: string
  /** Of these, each user gets those that the user wants for the type. */
  channels: {
    inApp: boolean
    push: boolean
    email: boolean
  }
  segment: BroadcastSegment
  messagesPerSecond: number
  id: string
  version: number
  status: "DRAFT" | "SCHEDULED" | "SENDING" | "SENT" | "STOPPED"
  createdBy: string
  /** ISO 8601, UTC */
  createdAt: string
  /** ISO 8601, UTC */
  updatedAt: string
  /** ISO 8601, UTC */
  sendAt: string | null
  /** ISO 8601, UTC */
  startedAt: string | null
  /** ISO 8601, UTC */
  finishedAt: string | null
  /** Users of the segment when the sending was requested */
  expectedCount: number | null
  /** `expectedCount` was capped; there may be more. */
  isExpectedCapped: boolean
  /** Users who got the message */
  sentCount: number
}

export type BroadcastSegment = {
  languages?: string[]
  countries?: string[]
  roles?: ("USER" | "CREATOR" | "SUPPORT" | "MODERATOR" | "ADMIN")[]
  isPremium?: boolean
  /** Users with a learning activity in these days, as streaks count them. */
  activeWithinDays?: number
  /** Users without such an activity in these days, whose account is older than that. */
  inactiveForDays?: number
  /** ENROLLED includes those who completed the course. */
  course?: {
    id: string
    state: "ENROLLED" | "COMPLETED"
  }
}

export type QuestionImportReport = {
  dryRun: boolean
  created: ({
    /** The line or row of the file, from 1 */
    line: number
    /** Null in a dry run */
    id: string | null
    type: "SINGLE_CHOICE" | "MULTIPLE_CHOICE" | "NUMBER" | "SHORT_TEXT" | "ORDER" | "MATCH" | "GAP"
    excerpt: string
  })[]
  /** Not imported */
  duplicates: ({
    /** The line or row of the file, from 1 */
    line: number
    excerpt: string
    /** The question of the bank that is the same */
    questionId: string | null
    /** Where the file has the same question before */
    firstLine: number | null
  })[]
  /** What was not imported, and why */
  problems: {
    /** The line or row of the file, from 1 */
    line: number
    message: string
    excerpt: string
  }[]
  /** What the file has for its questions and we have no field for, such as time limits */
  ignored: string[]
  /** If the request asks for them: the first 100 questions, each once, also those that the bank has */
  questions?: {
    /** The line or row of the file, from 1 */
    line: number
    question: QuizDraft
  }[]
}

export type QuizDraft = QuizDraftSingleChoice | QuizDraftMultipleChoice | QuizDraftNumber | QuizDraftShortText | QuizDraftOrder | QuizDraftMatch | QuizDraftGap

export type QuizDraftSingleChoice = {
  type?: "SINGLE_CHOICE"
  prompt: string
  explanation?: string
  /** A tip that learners may ask for */
  hint?: string | null
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback?: string[] | null
  /** One of the skills of a course */
  skill?: string | null
  difficulty?: "EASY" | "MEDIUM" | "HARD"
  options: string[]
  /** From 0 */
  correctIndex: number
}

export type QuizDraftMultipleChoice = {
  type: "MULTIPLE_CHOICE"
  prompt: string
  explanation?: string
  /** A tip that learners may ask for */
  hint?: string | null
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback?: string[] | null
  /** One of the skills of a course */
  skill?: string | null
  difficulty?: "EASY" | "MEDIUM" | "HARD"
  options: string[]
  /** From 0. An answer is right if it selects exactly these. */
  correctIndexes: number[]
}

export type QuizDraftNumber = {
  type: "NUMBER"
  prompt: string
  explanation?: string
  /** A tip that learners may ask for */
  hint?: string | null
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback?: string[] | null
  /** One of the skills of a course */
  skill?: string | null
  difficulty?: "EASY" | "MEDIUM" | "HARD"
  value: number
  /** ABSOLUTE: in `unit`. RELATIVE: a share of `value`, such as 0.05. */
  tolerance?: number
  toleranceType?: "ABSOLUTE" | "RELATIVE"
  unit?: string | null
  /** Units that an answer may use. `factor` is the number of `unit` in one of it. */
  otherUnits?: {
    unit: string
    factor: number
  }[]
}

export type QuizDraftShortText = {
  type: "SHORT_TEXT"
  prompt: string
  explanation?: string
  /** A tip that learners may ask for */
  hint?: string | null
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback?: string[] | null
  /** One of the skills of a course */
  skill?: string | null
  difficulty?: "EASY" | "MEDIUM" | "HARD"
  /** Accepted texts, the best one first. Case and repeated spaces do not matter. */
  accepted: string[]
  /** Whether `cafe` is accepted for `café`. */
  ignoreAccents?: boolean
}

export type QuizDraftOrder = {
  type: "ORDER"
  prompt: string
  explanation?: string
  /** A tip that learners may ask for */
  hint?: string | null
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback?: string[] | null
  /** One of the skills of a course */
  skill?: string | null
  difficulty?: "EASY" | "MEDIUM" | "HARD"
  /** In the right order */
  items: string[]
}

export type QuizDraftMatch = {
  type: "MATCH"
  prompt: string
  explanation?: string
  /** A tip that learners may ask for */
  hint?: string | null
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback?: string[] | null
  /** One of the skills of a course */
  skill?: string | null
  difficulty?: "EASY" | "MEDIUM" | "HARD"
  pairs: {
    left: string
    right: string
  }[]
  /** Right sides that belong to no left side */
  distractors?: string[]
}

export type QuizDraftGap = {
  type: "GAP"
  prompt: string
  explanation?: string
  /** A tip that learners may ask for */
  hint?: string | null
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback?: string[] | null
  /** One of the skills of a course */
  skill?: string | null
  difficulty?: "EASY" | "MEDIUM" | "HARD"
  /** Markdown with the gaps `{{1}}`, `{{2}}`, … in this order */
  text: string
  gaps: {
    /** Accepted texts, the best one first. Case and repeated spaces do not matter. */
    accepted: string[]
  }[]
  /** Words to choose from, right and wrong ones. Null: the learner types. */
  wordBank?: string[] | null
  /** Whether `cafe` is accepted for `café`. */
  ignoreAccents?: boolean
}

export type QuestionImport = {
  /** `csv` and `xlsx` have our own columns. `kahoot` and `quizizz` are the sheets of these services, as .xlsx or CSV. */
  format: "gift" | "aiken" | "csv" | "xlsx" | "moodle-xml" | "kahoot" | "quizizz"
  /** The file as text, instead of the part `file` */
  text?: string
  /** Default: the topic "general". */
  topicId?: string
  use?: "PRACTICE" | "CHALLENGE"
  /** For questions whose file says none */
  difficulty?: "EASY" | "MEDIUM" | "HARD"
  /** Added to each question. As text: separated by commas */
  tags?: string[] | string
  /** Report only */
  dryRun?: boolean | "true" | "false"
  /** With a dry run: also return the questions, for a lesson */
  withQuestions?: boolean | "true" | "false"
}

export type QuestionBulkResult = ({
  id: string
  result: "CHANGED" | "UNCHANGED" | "NOT_FOUND" | "OWNED_BY_PACK" | "TOO_MANY_TAGS"
})[]

export type QuestionBulkChange = {
  ids: string[]
  topicId?: string
  difficulty?: "EASY" | "MEDIUM" | "HARD"
  addTags?: string[]
  removeTags?: string[]
  /** Publishes or archives the questions */
  status?: "PUBLISHED" | "ARCHIVED"
}

export type ModelDraftMark = {
  id: string
  lessonId: string | null
  questionId: string | null
  sourceTitle: string
  sourceUrl: string | null
  model: string
  /** ISO 8601, UTC */
  draftedAt: string
}

export type DroppedModelItem = {
  /** In the response of the model, from 1 */
  number: number
  message: string
}

export type ListedCourse = EditedCourse & ({
  coverUrl: string | null
  /** The last change of its fields, its project or the order of its lessons */
  updatedAt: string
})

export type PublicationSchedule = {
  /** ISO 8601, UTC */
  publishAt: string
  /** The author in whose name it is published */
  userId: string
  /** Of a course: also publish the changes of its published lessons */
  includeLessons: boolean
  /** What learners will be told about the changes */
  changeNote: string | null
  /** The review that approved it: only what was reviewed is published */
  reviewId: string | null
}

export type EditedCourse = {
  id: string
  origin: "PACK" | "ADMIN"
  status: "DRAFT" | "PUBLISHED" | "ARCHIVED"
  /** Whether the caller may change it: as an author of it or as an ADMIN. Always false for content of a pack. */
  canEdit: boolean
  /** Counts the edits. It is also the ETag: an edit with it as If-Match is refused after another edit. */
  version: number
  /** Learners see an earlier version until the next publication. Only authors of the course and an ADMIN see the changes. */
  hasUnpublishedChanges: boolean
  /** Its published lessons with unpublished changes, in their order */
  changedLessonIds: string[]
  title: string
  description: string
  /** The key of a category of `GET /public/categories` */
  category: string
  level: "BEGINNER" | "INTERMEDIATE" | "ADVANCED"
  isPremium: boolean
  skills: string[]
  topicId: string
  /** Paid on completion of the course, in addition to the rewards of its lessons */
  bonusXp: number
  bonusGems: number
  /** What completing a lesson requires: 0 for an answer to every question, above it that share of right answers in per cent. Null for nothing. */
  requiredScore: number | null
  totalLessons: number
  hasProject: boolean
  /** Null for content of a pack */
  ownerId: string | null
  /** The content pack that an administrator took the course over from */
  takenOverFrom: string | null
  schedule: PublicationSchedule | null
}

export type CourseDraft = {
  title: string
  description: string
  /** The key of a category of `GET /public/categories` */
  category: string
  level: "BEGINNER" | "INTERMEDIATE" | "ADVANCED"
  isPremium?: boolean
  skills?: string[]
  /** Default: the topic "general". */
  topicId?: string
  /** Paid on completion of the course, in addition to the rewards of its lessons */
  bonusXp?: number
  bonusGems?: number
  /** What completing a lesson requires: 0 for an answer to every question, above it that share of right answers in per cent. Null for nothing. */
  requiredScore?: number | null
}

export type CoursePatch = {
  title?: string
  description?: string
  /** The key of a category of `GET /public/categories` */
  category?: string
  level?: "BEGINNER" | "INTERMEDIATE" | "ADVANCED"
  isPremium?: boolean
  skills?: string[]
  topicId?: string
  /** Paid on completion of the course, in addition to the rewards of its lessons */
  bonusXp?: number
  bonusGems?: number
  /** What completing a lesson requires: 0 for an answer to every question, above it that share of right answers in per cent. Null for nothing. */
  requiredScore?: number | null
}

export type CourseAuthor = {
  userId: string
  /** Null if the account is deleted or suspended */
  username: string | null
  role: "OWNER" | "CO_AUTHOR"
}

export type EditedLesson = {
  id: string
  origin: "PACK" | "ADMIN"
  status: "DRAFT" | "PUBLISHED" | "ARCHIVED"
  /** Whether the caller may change it: as an author of it or as an ADMIN. Always false for content of a pack. */
  canEdit: boolean
  /** Counts the edits. It is also the ETag: an edit with it as If-Match is refused after another edit. */
  version: number
  /** Learners see an earlier version until the next publication. Only authors of the course and an ADMIN see the changes. */
  hasUnpublishedChanges: boolean
  courseId: string
  title: string
  order: number
  xpReward: number
  gemReward: number
  requiredScore: number | null
  schedule: PublicationSchedule | null
  slides: ({
    type: string
  } & Record<string, unknown>)[]
}

export type LessonDraft = {
  title: string
  xpReward: number
  gemReward: number
  /** What completing a lesson requires: 0 for an answer to every question, above it that share of right answers in per cent. Null: as the course says. */
  requiredScore?: number | null
  slides: ({
    type: "TEXT_WITH_IMAGE"
    title: string
    content: string
  } | {
    type: "CODE"
    title: string
    content: string
    language?: string
    /** Learners may edit and run the code, which is JavaScript or SQL */
    runnable?: boolean
    /** SQL statements that create the tables of a runnable slide */
    setup?: string
    /** The output that the learner is asked to produce: printed lines, or rows with ` | ` between their cells */
    expectedOutput?: string
  } | {
    type: "FLASHCARD"
    front: string
    back: string
  } | {
    type: "CALLOUT"
    tone: "TIP" | "INFO" | "WARNING"
    content: string
  } | {
    type: "VIDEO"
    title: string
    mediaUrl: string
    captionsUrl?: string | null
    durationSeconds: number
  } | {
    type: "QUIZ"
    questionId: string
  } | {
    type: "QUIZ"
    question: QuizDraft
  })[]
  /** Default: the last lesson */
  order?: number
}

export type LessonPatch = {
  title?: string
  xpReward?: number
  gemReward?: number
  /** What completing a lesson requires: 0 for an answer to every question, above it that share of right answers in per cent. Null: as the course says. */
  requiredScore?: number | null
  slides?: ({
    type: "TEXT_WITH_IMAGE"
    title: string
    content: string
  } | {
    type: "CODE"
    title: string
    content: string
    language?: string
    /** Learners may edit and run the code, which is JavaScript or SQL */
    runnable?: boolean
    /** SQL statements that create the tables of a runnable slide */
    setup?: string
    /** The output that the learner is asked to produce: printed lines, or rows with ` | ` between their cells */
    expectedOutput?: string
  } | {
    type: "FLASHCARD"
    front: string
    back: string
  } | {
    type: "CALLOUT"
    tone: "TIP" | "INFO" | "WARNING"
    content: string
  } | {
    type: "VIDEO"
    title: string
    mediaUrl: string
    captionsUrl?: string | null
    durationSeconds: number
  } | {
    type: "QUIZ"
    questionId: string
  } | {
    type: "QUIZ"
    question: QuizDraft
  })[]
  /** From 1; other lessons move */
  order?: number
}

export type LessonPreviewLink = {
  token: string
  /** Readable without an account */
  url: string
  /** ISO 8601, UTC */
  expiresAt: string
}

export type ReviewRequest = {
  id: string
  courseId: string
  courseTitle: string
  status: "OPEN" | "APPROVED" | "RETURNED" | "WITHDRAWN"
  submittedBy: string
  /** Null if the account is deleted or suspended */
  submitterName: string | null
  /** ISO 8601, UTC */
  submittedAt: string
  lessons: {
    id: string
    title: string
  }[]
  message: string | null
  changeNote: string | null
  /** ISO 8601, UTC */
  publishAt: string | null
  decidedBy: string | null
  /** ISO 8601, UTC */
  decidedAt: string | null
  comments: ({
    lessonId: string | null
    text: string
  })[]
}

export type ReviewChanges = {
  /** The content was changed after its submission: it cannot be approved */
  isOutdated: boolean
  /** The course, then the submitted lessons */
  parts: ({
    kind: "COURSE" | "LESSON"
    id: string
    title: string
    /** Learners have never seen it: all of it is listed */
    isNew: boolean
    fields: {
      field: string
      before?: unknown
      after?: unknown
    }[]
    /** Of a lesson. Slides that moved only because of others are not listed. */
    slides: ({
      change: "ADDED" | "REMOVED" | "MOVED" | "CHANGED"
      /** From 1 */
      from: number | null
      /** From 1 */
      to: number | null
      before: Record<string, unknown> | null
      after: Record<string, unknown> | null
    })[]
  })[]
}

export type ContentRevision = {
  version: number
  act: "CREATED" | "EDITED" | "PUBLISHED" | "DISCARDED" | "RESTORED"
  /** Null for content that was written before its history began */
  authorId: string | null
  /** The first of the edits that share the revision */
  createdAt: string
  /** The last of them */
  updatedAt: string
}

export type ContentRevisionWithContent = {
  version: number
  act: "CREATED" | "EDITED" | "PUBLISHED" | "DISCARDED" | "RESTORED"
  /** Null for content that was written before its history began */
  authorId: string | null
  /** The first of the edits that share the revision */
  createdAt: string
  /** The last of them */
  updatedAt: string
  /** The fields; a quiz contains its question */
  content: Record<string, unknown>
}

export type ContentDifference = {
  from: number
  to: number
  fields: {
    field: string
    before?: unknown
    after?: unknown
  }[]
  /** Of a lesson. Slides that moved only because of others are not listed. */
  slides: ({
    change: "ADDED" | "REMOVED" | "MOVED" | "CHANGED"
    /** From 1 */
    from: number | null
    /** From 1 */
    to: number | null
    before: Record<string, unknown> | null
    after: Record<string, unknown> | null
  })[]
}

export type LessonOrder = {
  id: string
  version: number
  lessonIds: string[]
}

export type FormulaPreview = {
  /** Safe HTML: MathML, or `<code>` if the LaTeX does not compile */
  html: string
  /** Why the LaTeX does not compile */
  error: string | null
}

export type EditedQuestion = EditedQuestionSingleChoice | EditedQuestionMultipleChoice | EditedQuestionNumber | EditedQuestionShortText | EditedQuestionOrder | EditedQuestionMatch | EditedQuestionGap

export type EditedQuestionSingleChoice = {
  type: "SINGLE_CHOICE"
  id: string
  origin: "PACK" | "ADMIN"
  status: "DRAFT" | "PUBLISHED" | "ARCHIVED"
  /** Whether the caller may change it: as an author of it or as an ADMIN. Always false for content of a pack. */
  canEdit: boolean
  /** Counts the edits. It is also the ETag: an edit with it as If-Match is refused after another edit. */
  version: number
  /** Learners see an earlier version until the lesson of the question is published again */
  hasUnpublishedChanges: boolean
  topicId: string
  /** PRACTICE: for lessons, shown with its answer. CHALLENGE: for battles. TEST: for the test of one course. */
  use: "PRACTICE" | "CHALLENGE" | "TEST"
  /** Of a test question: the course of the test */
  courseId: string | null
  difficulty: "EASY" | "MEDIUM" | "HARD"
  prompt: string
  explanation: string
  /** A tip that learners may ask for */
  hint: string | null
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback: string[] | null
  /** One of the skills of a course */
  skill: string | null
  /** Words of the author to find the question by */
  tags: string[]
  stats?: QuestionStats
  options: string[]
  /** From 0 */
  correctIndex: number
}

export type QuestionStats = {
  /** First answers of learners */
  answerCount: number
  /** The share of right answers, 0 to 1 */
  successRate: number
  /** Elo points; a new question of difficulty MEDIUM has 1050 */
  difficultyRating: number
  /** From -1 to 1: whether strong learners answer it more often than weak ones. Below 0 the solution may be wrong. Null with few answers. */
  discrimination: number | null
}

export type EditedQuestionMultipleChoice = {
  type: "MULTIPLE_CHOICE"
  id: string
  origin: "PACK" | "ADMIN"
  status: "DRAFT" | "PUBLISHED" | "ARCHIVED"
  /** Whether the caller may change it: as an author of it or as an ADMIN. Always false for content of a pack. */
  canEdit: boolean
  /** Counts the edits. It is also the ETag: an edit with it as If-Match is refused after another edit. */
  version: number
  /** Learners see an earlier version until the lesson of the question is published again */
  hasUnpublishedChanges: boolean
  topicId: string
  /** PRACTICE: for lessons, shown with its answer. CHALLENGE: for battles. TEST: for the test of one course. */
  use: "PRACTICE" | "CHALLENGE" | "TEST"
  /** Of a test question: the course of the test */
  courseId: string | null
  difficulty: "EASY" | "MEDIUM" | "HARD"
  prompt: string
  explanation: string
  /** A tip that learners may ask for */
  hint: string | null
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback: string[] | null
  /** One of the skills of a course */
  skill: string | null
  /** Words of the author to find the question by */
  tags: string[]
  stats?: QuestionStats
  options: string[]
  /** From 0. An answer is right if it selects exactly these. */
  correctIndexes: number[]
}

export type EditedQuestionNumber = {
  type: "NUMBER"
  id: string
  origin: "PACK" | "ADMIN"
  status: "DRAFT" | "PUBLISHED" | "ARCHIVED"
  /** Whether the caller may change it: as an author of it or as an ADMIN. Always false for content of a pack. */
  canEdit: boolean
  /** Counts the edits. It is also the ETag: an edit with it as If-Match is refused after another edit. */
  version: number
  /** Learners see an earlier version until the lesson of the question is published again */
  hasUnpublishedChanges: boolean
  topicId: string
  /** PRACTICE: for lessons, shown with its answer. CHALLENGE: for battles. TEST: for the test of one course. */
  use: "PRACTICE" | "CHALLENGE" | "TEST"
  /** Of a test question: the course of the test */
  courseId: string | null
  difficulty: "EASY" | "MEDIUM" | "HARD"
  prompt: string
  explanation: string
  /** A tip that learners may ask for */
  hint: string | null
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback: string[] | null
  /** One of the skills of a course */
  skill: string | null
  /** Words of the author to find the question by */
  tags: string[]
  stats?: QuestionStats
  value: number
  /** ABSOLUTE: in `unit`. RELATIVE: a share of `value`, such as 0.05. */
  tolerance?: number
  toleranceType?: "ABSOLUTE" | "RELATIVE"
  unit?: string | null
  /** Units that an answer may use. `factor` is the number of `unit` in one of it. */
  otherUnits?: {
    unit: string
    factor: number
  }[]
}

export type EditedQuestionShortText = {
  type: "SHORT_TEXT"
  id: string
  origin: "PACK" | "ADMIN"
  status: "DRAFT" | "PUBLISHED" | "ARCHIVED"
  /** Whether the caller may change it: as an author of it or as an ADMIN. Always false for content of a pack. */
  canEdit: boolean
  /** Counts the edits. It is also the ETag: an edit with it as If-Match is refused after another edit. */
  version: number
  /** Learners see an earlier version until the lesson of the question is published again */
  hasUnpublishedChanges: boolean
  topicId: string
  /** PRACTICE: for lessons, shown with its answer. CHALLENGE: for battles. TEST: for the test of one course. */
  use: "PRACTICE" | "CHALLENGE" | "TEST"
  /** Of a test question: the course of the test */
  courseId: string | null
  difficulty: "EASY" | "MEDIUM" | "HARD"
  prompt: string
  explanation: string
  /** A tip that learners may ask for */
  hint: string | null
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback: string[] | null
  /** One of the skills of a course */
  skill: string | null
  /** Words of the author to find the question by */
  tags: string[]
  stats?: QuestionStats
  /** Accepted texts, the best one first. Case and repeated spaces do not matter. */
  accepted: string[]
  /** Whether `cafe` is accepted for `café`. */
  ignoreAccents?: boolean
}

export type EditedQuestionOrder = {
  type: "ORDER"
  id: string
  origin: "PACK" | "ADMIN"
  status: "DRAFT" | "PUBLISHED" | "ARCHIVED"
  /** Whether the caller may change it: as an author of it or as an ADMIN. Always false for content of a pack. */
  canEdit: boolean
  /** Counts the edits. It is also the ETag: an edit with it as If-Match is refused after another edit. */
  version: number
  /** Learners see an earlier version until the lesson of the question is published again */
  hasUnpublishedChanges: boolean
  topicId: string
  /** PRACTICE: for lessons, shown with its answer. CHALLENGE: for battles. TEST: for the test of one course. */
  use: "PRACTICE" | "CHALLENGE" | "TEST"
  /** Of a test question: the course of the test */
  courseId: string | null
  difficulty: "EASY" | "MEDIUM" | "HARD"
  prompt: string
  explanation: string
  /** A tip that learners may ask for */
  hint: string | null
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback: string[] | null
  /** One of the skills of a course */
  skill: string | null
  /** Words of the author to find the question by */
  tags: string[]
  stats?: QuestionStats
  /** In the right order */
  items: string[]
}

export type EditedQuestionMatch = {
  type: "MATCH"
  id: string
  origin: "PACK" | "ADMIN"
  status: "DRAFT" | "PUBLISHED" | "ARCHIVED"
  /** Whether the caller may change it: as an author of it or as an ADMIN. Always false for content of a pack. */
  canEdit: boolean
  /** Counts the edits. It is also the ETag: an edit with it as If-Match is refused after another edit. */
  version: number
  /** Learners see an earlier version until the lesson of the question is published again */
  hasUnpublishedChanges: boolean
  topicId: string
  /** PRACTICE: for lessons, shown with its answer. CHALLENGE: for battles. TEST: for the test of one course. */
  use: "PRACTICE" | "CHALLENGE" | "TEST"
  /** Of a test question: the course of the test */
  courseId: string | null
  difficulty: "EASY" | "MEDIUM" | "HARD"
  prompt: string
  explanation: string
  /** A tip that learners may ask for */
  hint: string | null
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback: string[] | null
  /** One of the skills of a course */
  skill: string | null
  /** Words of the author to find the question by */
  tags: string[]
  stats?: QuestionStats
  pairs: {
    left: string
    right: string
  }[]
  /** Right sides that belong to no left side */
  distractors?: string[]
}

export type EditedQuestionGap = {
  type: "GAP"
  id: string
  origin: "PACK" | "ADMIN"
  status: "DRAFT" | "PUBLISHED" | "ARCHIVED"
  /** Whether the caller may change it: as an author of it or as an ADMIN. Always false for content of a pack. */
  canEdit: boolean
  /** Counts the edits. It is also the ETag: an edit with it as If-Match is refused after another edit. */
  version: number
  /** Learners see an earlier version until the lesson of the question is published again */
  hasUnpublishedChanges: boolean
  topicId: string
  /** PRACTICE: for lessons, shown with its answer. CHALLENGE: for battles. TEST: for the test of one course. */
  use: "PRACTICE" | "CHALLENGE" | "TEST"
  /** Of a test question: the course of the test */
  courseId: string | null
  difficulty: "EASY" | "MEDIUM" | "HARD"
  prompt: string
  explanation: string
  /** A tip that learners may ask for */
  hint: string | null
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback: string[] | null
  /** One of the skills of a course */
  skill: string | null
  /** Words of the author to find the question by */
  tags: string[]
  stats?: QuestionStats
  /** Markdown with the gaps `{{1}}`, `{{2}}`, … in this order */
  text: string
  gaps: {
    /** Accepted texts, the best one first. Case and repeated spaces do not matter. */
    accepted: string[]
  }[]
  /** Words to choose from, right and wrong ones. Null: the learner types. */
  wordBank?: string[] | null
  /** Whether `cafe` is accepted for `café`. */
  ignoreAccents?: boolean
}

export type QuestionDraft = QuestionDraftSingleChoice | QuestionDraftMultipleChoice | QuestionDraftNumber | QuestionDraftShortText | QuestionDraftOrder | QuestionDraftMatch | QuestionDraftGap

export type QuestionDraftSingleChoice = {
  type?: "SINGLE_CHOICE"
  prompt: string
  explanation?: string
  /** A tip that learners may ask for */
  hint?: string | null
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback?: string[] | null
  /** One of the skills of a course */
  skill?: string | null
  difficulty?: "EASY" | "MEDIUM" | "HARD"
  /** Default: the topic "general". */
  topicId?: string
  /** PRACTICE: for lessons, shown with its answer. CHALLENGE: for battles. TEST: for the test of one course. */
  use?: "PRACTICE" | "CHALLENGE" | "TEST"
  /** With the use TEST: the course of the test */
  courseId?: string
  /** Words of the author to find the question by */
  tags?: string[]
  options: string[]
  /** From 0 */
  correctIndex: number
}

export type QuestionDraftMultipleChoice = {
  type: "MULTIPLE_CHOICE"
  prompt: string
  explanation?: string
  /** A tip that learners may ask for */
  hint?: string | null
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback?: string[] | null
  /** One of the skills of a course */
  skill?: string | null
  difficulty?: "EASY" | "MEDIUM" | "HARD"
  /** Default: the topic "general". */
  topicId?: string
  /** PRACTICE: for lessons, shown with its answer. CHALLENGE: for battles. TEST: for the test of one course. */
  use?: "PRACTICE" | "CHALLENGE" | "TEST"
  /** With the use TEST: the course of the test */
  courseId?: string
  /** Words of the author to find the question by */
  tags?: string[]
  options: string[]
  /** From 0. An answer is right if it selects exactly these. */
  correctIndexes: number[]
}

export type QuestionDraftNumber = {
  type: "NUMBER"
  prompt: string
  explanation?: string
  /** A tip that learners may ask for */
  hint?: string | null
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback?: string[] | null
  /** One of the skills of a course */
  skill?: string | null
  difficulty?: "EASY" | "MEDIUM" | "HARD"
  /** Default: the topic "general". */
  topicId?: string
  /** PRACTICE: for lessons, shown with its answer. CHALLENGE: for battles. TEST: for the test of one course. */
  use?: "PRACTICE" | "CHALLENGE" | "TEST"
  /** With the use TEST: the course of the test */
  courseId?: string
  /** Words of the author to find the question by */
  tags?: string[]
  value: number
  /** ABSOLUTE: in `unit`. RELATIVE: a share of `value`, such as 0.05. */
  tolerance?: number
  toleranceType?: "ABSOLUTE" | "RELATIVE"
  unit?: string | null
  /** Units that an answer may use. `factor` is the number of `unit` in one of it. */
  otherUnits?: {
    unit: string
    factor: number
  }[]
}

export type QuestionDraftShortText = {
  type: "SHORT_TEXT"
  prompt: string
  explanation?: string
  /** A tip that learners may ask for */
  hint?: string | null
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback?: string[] | null
  /** One of the skills of a course */
  skill?: string | null
  difficulty?: "EASY" | "MEDIUM" | "HARD"
  /** Default: the topic "general". */
  topicId?: string
  /** PRACTICE: for lessons, shown with its answer. CHALLENGE: for battles. TEST: for the test of one course. */
  use?: "PRACTICE" | "CHALLENGE" | "TEST"
  /** With the use TEST: the course of the test */
  courseId?: string
  /** Words of the author to find the question by */
  tags?: string[]
  /** Accepted texts, the best one first. Case and repeated spaces do not matter. */
  accepted: string[]
  /** Whether `cafe` is accepted for `café`. */
  ignoreAccents?: boolean
}

export type QuestionDraftOrder = {
  type: "ORDER"
  prompt: string
  explanation?: string
  /** A tip that learners may ask for */
  hint?: string | null
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback?: string[] | null
  /** One of the skills of a course */
  skill?: string | null
  difficulty?: "EASY" | "MEDIUM" | "HARD"
  /** Default: the topic "general". */
  topicId?: string
  /** PRACTICE: for lessons, shown with its answer. CHALLENGE: for battles. TEST: for the test of one course. */
  use?: "PRACTICE" | "CHALLENGE" | "TEST"
  /** With the use TEST: the course of the test */
  courseId?: string
  /** Words of the author to find the question by */
  tags?: string[]
  /** In the right order */
  items: string[]
}

export type QuestionDraftMatch = {
  type: "MATCH"
  prompt: string
  explanation?: string
  /** A tip that learners may ask for */
  hint?: string | null
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback?: string[] | null
  /** One of the skills of a course */
  skill?: string | null
  difficulty?: "EASY" | "MEDIUM" | "HARD"
  /** Default: the topic "general". */
  topicId?: string
  /** PRACTICE: for lessons, shown with its answer. CHALLENGE: for battles. TEST: for the test of one course. */
  use?: "PRACTICE" | "CHALLENGE" | "TEST"
  /** With the use TEST: the course of the test */
  courseId?: string
  /** Words of the author to find the question by */
  tags?: string[]
  pairs: {
    left: string
    right: string
  }[]
  /** Right sides that belong to no left side */
  distractors?: string[]
}

export type QuestionDraftGap = {
  type: "GAP"
  prompt: string
  explanation?: string
  /** A tip that learners may ask for */
  hint?: string | null
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback?: string[] | null
  /** One of the skills of a course */
  skill?: string | null
  difficulty?: "EASY" | "MEDIUM" | "HARD"
  /** Default: the topic "general". */
  topicId?: string
  /** PRACTICE: for lessons, shown with its answer. CHALLENGE: for battles. TEST: for the test of one course. */
  use?: "PRACTICE" | "CHALLENGE" | "TEST"
  /** With the use TEST: the course of the test */
  courseId?: string
  /** Words of the author to find the question by */
  tags?: string[]
  /** Markdown with the gaps `{{1}}`, `{{2}}`, … in this order */
  text: string
  gaps: {
    /** Accepted texts, the best one first. Case and repeated spaces do not matter. */
    accepted: string[]
  }[]
  /** Words to choose from, right and wrong ones. Null: the learner types. */
  wordBank?: string[] | null
  /** Whether `cafe` is accepted for `café`. */
  ignoreAccents?: boolean
}

export type QuestionPatch = {
  prompt?: string
  explanation?: string
  /** A tip that learners may ask for */
  hint?: string | null
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback?: string[] | null
  /** One of the skills of a course */
  skill?: string | null
  difficulty?: "EASY" | "MEDIUM" | "HARD"
  topicId?: string
  /** Words of the author to find the question by */
  tags?: string[]
  options?: string[]
  /** From 0 */
  correctIndex?: number
  /** From 0. An answer is right if it selects exactly these. */
  correctIndexes?: number[]
  value?: number
  tolerance?: number
  toleranceType?: "ABSOLUTE" | "RELATIVE"
  unit?: string | null
  otherUnits?: {
    unit: string
    factor: number
  }[]
  /** Accepted texts, the best one first. Case and repeated spaces do not matter. */
  accepted?: string[]
  ignoreAccents?: boolean
  /** In the right order */
  items?: string[]
  pairs?: {
    left: string
    right: string
  }[]
  distractors?: string[]
  /** Markdown with the gaps `{{1}}`, `{{2}}`, … in this order */
  text?: string
  gaps?: {
    /** Accepted texts, the best one first. Case and repeated spaces do not matter. */
    accepted: string[]
  }[]
  wordBank?: string[] | null
}

export type EditedCourseTest = {
  /** The id of the course */
  id: string
  courseTitle: string
  courseStatus: "DRAFT" | "PUBLISHED" | "ARCHIVED"
  origin: "PACK" | "ADMIN"
  /** Whether the caller may change it: as an author of it or as an ADMIN. Always false for content of a pack. */
  canEdit: boolean
  /** Counts the edits. It is also the ETag: an edit with it as If-Match is refused after another edit. */
  version: number
  /** How many questions a test asks */
  questionCount: number
  /** The pass mark of attempts that start later */
  passPercent: number
  isRequiredForCertificate: boolean
  timeLimitSeconds: number
  /** The pause after an attempt. The installation sets it. */
  pauseHours: number
  /** The published questions of the test */
  poolSize: number
  /** With fewer questions the course has no test */
  neededPoolSize: number
  /** The questions that are not published yet */
  draftCount: number
  /** The published questions with unpublished changes */
  changedCount: number
}

export type CourseTestPatch = {
  /** How many questions a test asks */
  questionCount?: number
  /** The pass mark of attempts that start later */
  passPercent?: number
  isRequiredForCertificate?: boolean
}

export type AddedTestQuestions = {
  /** The copies, in the order of the request */
  addedIds: string[]
  /** Questions that the pool has already */
  skipped: number
}

export type EditedLearningPath = {
  id: string
  origin: "PACK" | "ADMIN"
  status: "DRAFT" | "PUBLISHED" | "ARCHIVED"
  /** Whether the caller may change it: as an author of it or as an ADMIN. Always false for content of a pack. */
  canEdit: boolean
  /** Counts the edits. It is also the ETag: an edit with it as If-Match is refused after another edit. */
  version: number
  title: string
  description: string
  /** The key of a category of `GET /public/categories` */
  category: string
  kind: "FOUNDATION" | "SPECIALIZATION"
  isPremium: boolean
  /** Learners see those that a course of the path teaches */
  skills: string[]
  /** Other words for the goal */
  synonyms: string[]
  courseIds: string[]
  /** Null for content of a pack */
  ownerId: string | null
}

export type LearningPathDraft = {
  title: string
  description: string
  /** The key of a category of `GET /public/categories` */
  category: string
  kind: "FOUNDATION" | "SPECIALIZATION"
  isPremium?: boolean
  /** Learners see those that a course of the path teaches */
  skills?: string[]
  /** Other words for the goal */
  synonyms?: string[]
  courseIds: string[]
}

export type LearningPathPatch = {
  title?: string
  description?: string
  /** The key of a category of `GET /public/categories` */
  category?: string
  kind?: "FOUNDATION" | "SPECIALIZATION"
  isPremium?: boolean
  /** Learners see those that a course of the path teaches */
  skills?: string[]
  /** Other words for the goal */
  synonyms?: string[]
  courseIds?: string[]
}

export type EditedCapstone = {
  id: string
  origin: "PACK" | "ADMIN"
  status: "DRAFT" | "PUBLISHED" | "ARCHIVED"
  /** Whether the caller may change it: as an author of it or as an ADMIN. Always false for content of a pack. */
  canEdit: boolean
  /** Counts the edits. It is also the ETag: an edit with it as If-Match is refused after another edit. */
  version: number
  courseId: string
  courseTitle: string
  title: string
  description: string
  allowedSubmissionTypes: ("GITHUB_REPO" | "FILE_UPLOAD" | "TEXT" | "WEBSITE_URL" | "GOOGLE_DRIVE_URL" | "VIDEO_URL")[]
  /** Percentage of the points of the rubric */
  passingScore: number
  xpReward: number
  gemReward: number
  rubric: {
    criterion: string
    points: number
    /** Keywords for the assessor; learners do not see them */
    evidence?: string[]
  }[]
}

export type CapstoneDraft = {
  courseId: string
  title: string
  description: string
  allowedSubmissionTypes: ("GITHUB_REPO" | "FILE_UPLOAD" | "TEXT" | "WEBSITE_URL" | "GOOGLE_DRIVE_URL" | "VIDEO_URL")[]
  /** Percentage of the points of the rubric */
  passingScore?: number
  xpReward: number
  gemReward: number
  rubric: {
    criterion: string
    points: number
    /** Keywords for the assessor; learners do not see them */
    evidence?: string[]
  }[]
}

export type CapstonePatch = {
  title?: string
  description?: string
  allowedSubmissionTypes?: ("GITHUB_REPO" | "FILE_UPLOAD" | "TEXT" | "WEBSITE_URL" | "GOOGLE_DRIVE_URL" | "VIDEO_URL")[]
  /** Percentage of the points of the rubric */
  passingScore?: number
  xpReward?: number
  gemReward?: number
  rubric?: {
    criterion: string
    points: number
    /** Keywords for the assessor; learners do not see them */
    evidence?: string[]
  }[]
}

export type PlannedContest = Contest & {
  questions: ContestQuestionDraft[]
}

export type ContestQuestionDraft = ContestQuestionDraftSingleChoice | ContestQuestionDraftMultipleChoice | ContestQuestionDraftNumber | ContestQuestionDraftShortText | ContestQuestionDraftOrder | ContestQuestionDraftMatch | ContestQuestionDraftGap

export type ContestQuestionDraftSingleChoice = {
  type?: "SINGLE_CHOICE"
  prompt: string
  explanation?: string
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback?: string[] | null
  /** A skill of a course, for which the answers count in mastery */
  skill?: string | null
  options: string[]
  /** From 0 */
  correctIndex: number
}

export type ContestQuestionDraftMultipleChoice = {
  type: "MULTIPLE_CHOICE"
  prompt: string
  explanation?: string
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback?: string[] | null
  /** A skill of a course, for which the answers count in mastery */
  skill?: string | null
  options: string[]
  /** From 0. An answer is right if it selects exactly these. */
  correctIndexes: number[]
}

export type ContestQuestionDraftNumber = {
  type: "NUMBER"
  prompt: string
  explanation?: string
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback?: string[] | null
  /** A skill of a course, for which the answers count in mastery */
  skill?: string | null
  value: number
  /** ABSOLUTE: in `unit`. RELATIVE: a share of `value`, such as 0.05. */
  tolerance?: number
  toleranceType?: "ABSOLUTE" | "RELATIVE"
  unit?: string | null
  /** Units that an answer may use. `factor` is the number of `unit` in one of it. */
  otherUnits?: {
    unit: string
    factor: number
  }[]
}

export type ContestQuestionDraftShortText = {
  type: "SHORT_TEXT"
  prompt: string
  explanation?: string
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback?: string[] | null
  /** A skill of a course, for which the answers count in mastery */
  skill?: string | null
  /** Accepted texts, the best one first. Case and repeated spaces do not matter. */
  accepted: string[]
  /** Whether `cafe` is accepted for `café`. */
  ignoreAccents?: boolean
}

export type ContestQuestionDraftOrder = {
  type: "ORDER"
  prompt: string
  explanation?: string
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback?: string[] | null
  /** A skill of a course, for which the answers count in mastery */
  skill?: string | null
  /** In the right order */
  items: string[]
}

export type ContestQuestionDraftMatch = {
  type: "MATCH"
  prompt: string
  explanation?: string
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback?: string[] | null
  /** A skill of a course, for which the answers count in mastery */
  skill?: string | null
  pairs: {
    left: string
    right: string
  }[]
  /** Right sides that belong to no left side */
  distractors?: string[]
}

export type ContestQuestionDraftGap = {
  type: "GAP"
  prompt: string
  explanation?: string
  /** One text per option, shown to a learner who selected it; empty for none */
  optionFeedback?: string[] | null
  /** A skill of a course, for which the answers count in mastery */
  skill?: string | null
  /** Markdown with the gaps `{{1}}`, `{{2}}`, … in this order */
  text: string
  gaps: {
    /** Accepted texts, the best one first. Case and repeated spaces do not matter. */
    accepted: string[]
  }[]
  /** Words to choose from, right and wrong ones. Null: the learner types. */
  wordBank?: string[] | null
  /** Whether `cafe` is accepted for `café`. */
  ignoreAccents?: boolean
}

export type ContestDraft = {
  title: string
  description: string
  type?: "PUBLIC" | "PRIVATE"
  entryFeeGems: number
  /** Guaranteed by the platform; entry fees are added to it. */
  prizePoolGems: number
  /** ISO 8601, UTC */
  startsAt: string
  /** ISO 8601, UTC */
  endsAt: string
  /** Percent of the pool, the best rank first */
  prizeTable?: number[]
  minParticipants?: number
  maxDurationSeconds?: number | null
  questions: ContestQuestionDraft[]
  /** How many of the questions are drawn for each participant; null: all. */
  questionsPerAttempt?: number | null
  /** Percent. A participant with a lower score gets no prize. */
  minPrizeScore?: number
}

export type ContestPatch = {
  title?: string
  description?: string
  entryFeeGems?: number
  /** Guaranteed by the platform; entry fees are added to it. */
  prizePoolGems?: number
  /** ISO 8601, UTC */
  startsAt?: string
  /** ISO 8601, UTC */
  endsAt?: string
  /** Percent of the pool, the best rank first */
  prizeTable?: number[]
  minParticipants?: number
  maxDurationSeconds?: number | null
  questions?: ContestQuestionDraft[]
  /** How many of the questions are drawn for each participant; null: all. */
  questionsPerAttempt?: number | null
  /** Percent. A participant with a lower score gets no prize. */
  minPrizeScore?: number
}

export type ListedContestPlan = {
  id: string
  version: number
  status: "DRAFT" | "RUNNING" | "DONE" | "STOPPED"
  /** Contests that are created or were left out */
  runsDone: number
  /** The start of the next contest */
  nextStartsAt: string | null
  /** Why the last contest was not created */
  problem: string | null
  /** ISO 8601, UTC */
  updatedAt: string
  title: string
  /** ISO 8601, UTC */
  startsAt: string | null
  /** ISO 8601, UTC */
  endsAt: string | null
  runs: number
  questionCount: number
  prizePoolGems: number
}

export type ContestPlan = {
  title: string
  description: string
  type: "PUBLIC" | "PRIVATE"
  entryFeeGems: number
  /** Guaranteed by the platform; entry fees are added to it. */
  prizePoolGems: number
  /** ISO 8601, UTC */
  startsAt: string | null
  /** ISO 8601, UTC */
  endsAt: string | null
  /** Percent of the pool, the best rank first */
  prizeTable: number[]
  minParticipants: number
  maxDurationSeconds: number | null
  /** How many of the questions are drawn for each participant; null: all. */
  questionsPerAttempt: number | null
  /** Percent. A participant with a lower score gets no prize. */
  minPrizeScore: number
  /** IANA */
  timeZone: string
  /** How many contests are created, one each week at the same local time. They share no question. */
  runs: number
  /** Questions of the bank. Each contest gets copies of them. */
  questionIds: string[]
  id: string
  version: number
  status: "DRAFT" | "RUNNING" | "DONE" | "STOPPED"
  /** Contests that are created or were left out */
  runsDone: number
  /** The start of the next contest */
  nextStartsAt: string | null
  /** Why the last contest was not created */
  problem: string | null
  /** ISO 8601, UTC */
  updatedAt: string
  /** The pool, without answers */
  questions: ({
    id: string
    prompt: string
    type: string
    use: "PRACTICE" | "CHALLENGE" | "TEST"
    status: "DRAFT" | "PUBLISHED" | "ARCHIVED"
  })[]
  checklist: ({
    code: "TIMES_MISSING" | "TIMES_INVALID" | "START_PASSED" | "RUNS_OVERLAP" | "TOO_FEW_QUESTIONS" | "TOO_MANY_QUESTIONS" | "QUESTIONS_UNAVAILABLE" | "QUESTIONS_KNOWN" | "QUESTIONS_ASKED" | "QUESTIONS_UNFIT" | "OPEN_TOO_SHORT" | "POOL_ABOVE_LIMIT" | "BUDGET_SPENT" | "QUESTIONS_IN_BATTLES" | "EXPLANATIONS_MISSING" | "NO_SUCH_AUTHOR"
    isBlocking: boolean
    count: number | null
  })[]
  /** The gems that the owner may promise; null without a limit */
  budget: {
    poolLimit: number
    dailyLimit: number
    leftToday: number
  } | null
  contests: ({
    id: string
    title: string
    status: "UPCOMING" | "LIVE" | "ENDED" | "SETTLED" | "CANCELLED"
    /** ISO 8601, UTC */
    startsAt: string
    /** ISO 8601, UTC */
    endsAt: string
  })[]
}

export type ContestPlanDraft = {
  title: string
  description?: string
  type?: "PUBLIC" | "PRIVATE"
  entryFeeGems?: number
  /** Guaranteed by the platform; entry fees are added to it. */
  prizePoolGems?: number
  /** ISO 8601, UTC */
  startsAt?: string | null
  /** ISO 8601, UTC */
  endsAt?: string | null
  /** Percent of the pool, the best rank first */
  prizeTable?: number[]
  minParticipants?: number
  maxDurationSeconds?: number | null
  /** How many of the questions are drawn for each participant; null: all. */
  questionsPerAttempt?: number | null
  /** Percent. A participant with a lower score gets no prize. */
  minPrizeScore?: number
  /** IANA */
  timeZone?: string
  /** How many contests are created, one each week at the same local time. They share no question. */
  runs?: number
  /** Questions of the bank. Each contest gets copies of them. */
  questionIds?: string[]
}

export type ContestPlanPatch = {
  title?: string
  description?: string
  type?: "PUBLIC" | "PRIVATE"
  entryFeeGems?: number
  /** Guaranteed by the platform; entry fees are added to it. */
  prizePoolGems?: number
  /** ISO 8601, UTC */
  startsAt?: string | null
  /** ISO 8601, UTC */
  endsAt?: string | null
  /** Percent of the pool, the best rank first */
  prizeTable?: number[]
  minParticipants?: number
  maxDurationSeconds?: number | null
  /** How many of the questions are drawn for each participant; null: all. */
  questionsPerAttempt?: number | null
  /** Percent. A participant with a lower score gets no prize. */
  minPrizeScore?: number
  /** IANA */
  timeZone?: string
  /** How many contests are created, one each week at the same local time. They share no question. */
  runs?: number
  /** Questions of the bank. Each contest gets copies of them. */
  questionIds?: string[]
}

export type ContestResults = {
  contest: Contest
  cancelNote: string | null
  /** The fees that a cancellation returns */
  refundGems: number
  submissionCount: number
  /** Empty until the contest is decided */
  entries: ({
    rank: number | null
    userId: string
    username: string
    score: number
    correctCount: number
    timeTakenSeconds: number
    prizeGems: number
    /** ISO 8601, UTC */
    submittedAt: string
  })[]
  /** Null until the contest is decided */
  questions: ContestQuestionFigures[] | null
}

export type ContestQuestionFigures = {
  id: string
  prompt: string
  type: "SINGLE_CHOICE" | "MULTIPLE_CHOICE" | "NUMBER" | "SHORT_TEXT" | "ORDER" | "MATCH" | "GAP"
  /** Submissions with this question in their draw */
  askedCount: number
  answeredCount: number
  correctCount: number
  options: {
    text: string
    isCorrect: boolean
    chosenCount: number
  }[] | null
}

export type Promotion = {
  id: string
  title: string
  subtitle: string | null
  imageUrl: string | null
  ctaText: string | null
  ctaAction: "NAVIGATE_CONTEST" | "NAVIGATE_COURSE" | "NAVIGATE_PATH" | "OPEN_SUBSCRIPTION_MODAL" | "OPEN_URL" | "OPEN_REFERRAL" | "NONE"
  /** The parameters of the action. */
  ctaPayload: Record<string, unknown>
  priority: number
  bodyText: string | null
  dismissible: boolean
  kind: "POPUP" | "BANNER"
  countries: string[]
  languages: string[]
  /** ISO 8601, UTC */
  startsAt: string | null
  /** ISO 8601, UTC */
  endsAt: string | null
  isEnabled: boolean
  targeting: {
    newUserDays?: number
    subscribers?: boolean
    minLevel?: number
    maxLevel?: number
  }
  frequencyCap: {
    times: number
    hours?: number
  } | null
  reshowAfterHours: number | null
  /** ISO 8601, UTC */
  createdAt: string
  /** ISO 8601, UTC */
  updatedAt: string
}

export type PromotionInput = {
  kind: "POPUP" | "BANNER"
  title: string
  subtitle?: string | null
  bodyText?: string | null
  imageUrl?: string | null
  ctaText?: string | null
  ctaAction?: "NAVIGATE_CONTEST" | "NAVIGATE_COURSE" | "NAVIGATE_PATH" | "OPEN_SUBSCRIPTION_MODAL" | "OPEN_URL" | "OPEN_REFERRAL" | "NONE"
  ctaPayload?: Record<string, unknown>
  priority?: number
  dismissible?: boolean
  /** ISO 3166-1 alpha-2; empty: all countries */
  countries?: string[]
  /** BCP 47; empty: all languages */
  languages?: string[]
  /** ISO 8601, UTC */
  startsAt?: string | null
  /** ISO 8601, UTC */
  endsAt?: string | null
  isEnabled?: boolean
  targeting?: {
    newUserDays?: number
    subscribers?: boolean
    minLevel?: number
    maxLevel?: number
  }
  frequencyCap?: {
    times: number
    hours?: number
  } | null
  reshowAfterHours?: number | null
}

export type PromotionPatch = {
  kind?: "POPUP" | "BANNER"
  title?: string
  subtitle?: string | null
  bodyText?: string | null
  imageUrl?: string | null
  ctaText?: string | null
  ctaAction?: "NAVIGATE_CONTEST" | "NAVIGATE_COURSE" | "NAVIGATE_PATH" | "OPEN_SUBSCRIPTION_MODAL" | "OPEN_URL" | "OPEN_REFERRAL" | "NONE"
  ctaPayload?: Record<string, unknown>
  priority?: number
  dismissible?: boolean
  /** ISO 3166-1 alpha-2; empty: all countries */
  countries?: string[]
  /** BCP 47; empty: all languages */
  languages?: string[]
  /** ISO 8601, UTC */
  startsAt?: string | null
  /** ISO 8601, UTC */
  endsAt?: string | null
  isEnabled?: boolean
  targeting?: {
    newUserDays?: number
    subscribers?: boolean
    minLevel?: number
    maxLevel?: number
  }
  frequencyCap?: {
    times: number
    hours?: number
  } | null
  reshowAfterHours?: number | null
}

export type PromotionFigures = {
  impressions: number
  /** Number of users who saw it */
  reach: number
  clicks: number
  clickers: number
  dismissals: number
  /** Percentage of the users who saw it and clicked */
  clickRate: number
  byCountry: {
    impressions: number
    /** Number of users who saw it */
    reach: number
    clicks: number
    clickers: number
    dismissals: number
    country: string
  }[]
  byDay: {
    impressions: number
    /** Number of users who saw it */
    reach: number
    clicks: number
    clickers: number
    dismissals: number
    day: string
  }[]
}

export type EditedBadge = {
  badgeType: string
  /** A badge with the origin PACK can be changed only in its content pack. */
  origin: "BUILT_IN" | "ADMIN" | "PACK"
  status: "DRAFT" | "PUBLISHED" | "ARCHIVED"
  name: string
  description: string
  ruleKind: string
  /** The number that completes the badge */
  requiredProgress: number
  imageUrl: string
  version: number
  /** ISO 8601, UTC */
  createdAt: string
  /** ISO 8601, UTC */
  updatedAt: string
}

export type BadgeDraft = {
  badgeType: string
  name: string
  description: string
  /** What the badge counts */
  ruleKind: "LESSONS_COMPLETED" | "PERFECT_LESSONS" | "NIGHTS_LEARNED" | "QUESTIONS_RIGHT" | "COURSES_COMPLETED" | "PATHS_COMPLETED" | "STREAK_DAYS" | "PROJECTS_PASSED" | "BATTLES_WON" | "CONTESTS_WON" | "REFERRALS_QUALIFIED"
  /** The number that completes the badge */
  requiredProgress: number
}

export type BadgePatch = {
  name?: string
  description?: string
  /** What the badge counts */
  ruleKind?: "LESSONS_COMPLETED" | "PERFECT_LESSONS" | "NIGHTS_LEARNED" | "QUESTIONS_RIGHT" | "COURSES_COMPLETED" | "PATHS_COMPLETED" | "STREAK_DAYS" | "PROJECTS_PASSED" | "BATTLES_WON" | "CONTESTS_WON" | "REFERRALS_QUALIFIED"
  /** The number that completes the badge */
  requiredProgress?: number
  /** The version that you read. The change is refused if the badge has a newer version. */
  version?: number
  /** The number of badges that this change mints at once, as the 409 says. Needed if it is large; users may join meanwhile, so 1 % more or less is accepted. */
  confirmMints?: number
}

export type Medium = {
  id: string
  ownerId: string
  kind: "PICTURE" | "AUDIO" | "CAPTIONS"
  /** The name of the uploaded file */
  name: string
  /** Of a picture; null if it is only decoration */
  alt: string | null
  decorative: boolean
  /** Of all files together; they count towards the quota */
  sizeBytes: number
  /** Of a picture, in pixels */
  width: number | null
  height: number | null
  /** The colour that fills the area of a picture until it is loaded */
  placeholder: string | null
  /** Of audio; null if the file does not say it */
  durationSeconds: number | null
  /** The file to refer to in slides: of a picture the largest WebP. The content never changes. */
  url: string
  /** All files, the smallest first; of a picture for `srcset` */
  renditions: ({
    url: string
    contentType: string
    sizeBytes: number
    width: number | null
    height: number | null
  })[]
  /** ISO 8601, UTC */
  createdAt: string
  /** ISO 8601, UTC */
  updatedAt: string
}

export type MediumDetail = Medium & {
  usedBy: MediumUse[]
}

export type MediumUse = {
  /** COURSE and PATH: in the description or the project. COURSE_COVER and PATH_COVER: as the cover. */
  kind: "COURSE" | "COURSE_COVER" | "LESSON" | "PATH" | "PATH_COVER" | "QUESTION"
  /** Of the course, lesson, learning path or question */
  id: string
  /** The course of a lesson */
  courseId: string | null
  /** The slide of a lesson, from 1 */
  slide: number | null
}

export type ContentImport = {
  /** Null for a dry run */
  id: string | null
  state: "DRY_RUN" | "QUEUED" | "RUNNING" | "DONE" | "FAILED"
  archiveMissing: boolean
  /** The kind of content that is being written */
  step: string | null
  done: number
  total: number
  packs: {
    pack: string
    kinds: Record<string, {
      added: string[]
      changed: {
        key: string
        fields: string[]
      }[]
      unchanged: number
      archived: string[]
      /** Not in the pack any more, but not archived either */
      left: string[]
      /** Authored content of which this server has another version, which stays */
      kept?: {
        key: string
        fields: string[]
      }[]
      /** Courses of the pack that an administrator took over. They stay as they are */
      takenOver?: string[]
    }>
  }[]
  /** If there is one, nothing of its pack was imported */
  faults: {
    file: string
    line: number
    message: string
  }[]
  /** ISO 8601, UTC */
  requestedAt: string
  /** ISO 8601, UTC */
  finishedAt: string | null
}

export type PlayReportResult = {
  isCounted: boolean
}

export type CourseStats = {
  /** The first day (UTC); null for all time */
  from: string | null
  /** The last day (UTC) */
  to: string
  /** The learners who enrolled in the period, and what they have done until now */
  learners: {
    enrolled: number
    /** Answered a question or completed a lesson */
    started: number
    completed: number
    /** From 0 to 1; null for fewer than five learners */
    completedShare: number | null
    /** From the enrollment to the completion; null for fewer than five learners */
    medianDaysToComplete: number | null
  }
  /** The same learners in each lesson. Shares are of all enrolled learners. */
  lessons: ({
    lessonId: string
    title: string
    status: "DRAFT" | "PUBLISHED" | "ARCHIVED"
    /** Answered a question of it or completed it; reading is not stored */
    started: number
    /** From 0 to 1; null for fewer than five learners */
    startedShare: number | null
    completed: number
    /** From 0 to 1; null for fewer than five learners */
    completedShare: number | null
    /** As the apps of learners report it; null for fewer than five learners */
    medianSeconds: number | null
    /** How often learners who had not completed it played its published slides in the period. A learner who leaves and comes back counts again. */
    plays: number
    /** Since the slides were published; empty for a draft */
    slides: ({
      order: number
      type: "TEXT_WITH_IMAGE" | "QUIZ" | "CODE" | "FLASHCARD" | "CALLOUT" | "VIDEO"
      /** The beginning of its text if it has no title */
      title: string
      /** The plays that came to the slide */
      seen: number
      /** Of the plays; null for fewer than five */
      seenShare: number | null
      /** The time on the slide before the learner goes on; null for fewer than five learners */
      medianSeconds: number | null
    })[]
  })[]
  /** Attempts that started in the period. Those that did not pass are deleted after three years. */
  test: {
    attempts: number
    submitted: number
    passed: number
    /** From 0 to 1; null for fewer than five learners */
    passedShare: number | null
    /** Of submitted attempts, in per cent; null for fewer than five learners */
    medianScore: number | null
  }
  /** Projects that were submitted in the period, by their current status */
  submissions: {
    SUBMITTED: number
    UNDER_REVIEW: number
    PASSED: number
    NEEDS_REVISION: number
  }
  /** Each criterion of the rubric in the assessments of these projects. A criterion with other words or points counts apart; the newest rubric is first. */
  criteria: ({
    criterion: string
    maxPoints: number
    /** Assessed projects */
    assessed: number
    /** Null for fewer than five learners */
    averagePoints: number | null
    /** With all points, from 0 to 1; null for fewer than five learners */
    fullPointsShare: number | null
  })[]
  /** Certificates that were issued in the period, and those of them that are revoked */
  certificates: {
    issued: number
    revoked: number
  }
  /** Each day (UTC) of the period, the oldest first; at most the last 366 */
  days: {
    day: string
    enrolled: number
    completed: number
  }[]
}

export type CourseQuestionStats = {
  questionId: string
  /** Null for a question of the course test */
  lessonId: string | null
  lessonTitle: string | null
  type: "SINGLE_CHOICE" | "MULTIPLE_CHOICE" | "NUMBER" | "SHORT_TEXT" | "ORDER" | "MATCH" | "GAP"
  prompt: string
  /** First answers in lessons, and answers in tests, battles, contests and reviews. They are counted by a job, within minutes. */
  answers: number
  /** From 0 to 1; null for fewer than five answers */
  correctShare: number | null
  /** In Elo points; null for fewer than five answers */
  difficultyRating: number | null
  /** How well a right answer tells strong from weak learners. Near 0: not at all. Below 0: the solution may be wrong. Null for fewer than twenty answers */
  discrimination: number | null
  /** The time until the first answer in a lesson, as the apps of learners report it; null for fewer than five. About, because times are counted in twenty ranges */
  medianSeconds: number | null
  /** For a single-choice question: the share of learners who selected each option in their first answer in a lesson; null for fewer than five learners. Answers from before an edit of the options count by their position. */
  options: ({
    text: string
    isCorrect: boolean
    share: number | null
  })[] | null
}

export type AdminBattle = {
  id: string
  kind: "QUEUE" | "FRIEND" | "REMATCH" | "BOT"
  status: "WAITING" | "IN_PROGRESS" | "COMPLETED" | "FORFEIT" | "ABANDONED" | "CANCELLED"
  /** The gems of each player */
  stakeAmount: number
  botDifficulty: "EASY" | "MEDIUM" | "HARD" | null
  botScore: number | null
  /** ISO 8601, UTC */
  createdAt: string
  /** ISO 8601, UTC */
  endedAt: string | null
  players: ({
    userId: string
    /** Null if the account was deleted */
    username: string | null
    /** The ledger account of the stake */
    escrowAccount: string
    score: number | null
    result: "WIN" | "LOSS" | "DRAW" | null
    gemsDelta: number | null
    xpEarned: number | null
  })[]
}

export type AdminActivityStats = {
  from: string
  to: string
  interval: "day" | "week" | "month"
  intervals: {
    /** The first day of the interval */
    start: string
    /** Learners with an activity on a day, on average */
    dailyActive: number
    /** Learners with an activity in the 7 days up to the last day of the interval */
    weeklyActive: number
    /** The same for 30 days */
    monthlyActive: number
    /** Learners with their first activity */
    newLearners: number
    /** Learners who were away for 30 days or longer */
    returningLearners: number
  }[]
}

export type AdminRetentionStats = {
  from: string
  to: string
  interval: "day" | "week" | "month"
  intervals: ({
    /** The first day of the interval */
    start: string
    /** Users who signed up in the interval */
    users: number
    /** Null until that day is over for all of these users */
    day1: number | null
    /** Null until that day is over for all of these users */
    day7: number | null
    /** Null until that day is over for all of these users */
    day30: number | null
  })[]
}

export type AdminFunnelStats = {
  from: string
  to: string
  interval: "day" | "week" | "month"
  intervals: {
    /** The first day of the interval */
    start: string
    visits: number
    signedUp: number
    firstLesson: number
    firstCourse: number
    firstCertificate: number
  }[]
}

export type AdminLearningStats = {
  from: string
  to: string
  interval: "day" | "week" | "month"
  intervals: {
    /** The first day of the interval */
    start: string
    /** Lessons that were completed for the first time */
    lessons: number
    /** The time that the app reported for them */
    minutes: number
  }[]
}

export type AdminLedgerStats = {
  from: string
  to: string
  interval: "day" | "week" | "month"
  intervals: {
    /** The first day of the interval */
    start: string
    /** From accounts of the house */
    issued: number
    /** To accounts of the house */
    returned: number
    /** The balances of all users at the end of the interval */
    withUsers: number
    /** The balances of contests, battles and orders at the end of the interval */
    inEscrow: number
  }[]
  /** What the house issued and got back in the period, the largest first */
  reasons: {
    reason: string
    issued: number
    returned: number
  }[]
}

export type AdminRevenueStats = {
  from: string
  to: string
  interval: "day" | "week" | "month"
  intervals: ({
    /** The first day of the interval */
    start: string
    direction: "ON_RAMP" | "OFF_RAMP"
    provider: string
    /** What was bought or sold */
    asset: string
    currency: string
    /** Orders that were completed */
    orders: number
    amount: number
    fees: number
    /** Completed orders that were reversed later, such as refunded ones */
    reversedOrders: number
    reversedAmount: number
  })[]
}

export type AdminBattleStats = {
  from: string
  to: string
  interval: "day" | "week" | "month"
  intervals: {
    /** The first day of the interval */
    start: string
    battles: number
    withBots: number
    completed: number
    forfeited: number
    abandoned: number
    gemsStaked: number
  }[]
}

export type AdminHardQuestion = {
  questionId: string
  type: string
  prompt: string
  answers: number
  correctShare: number
  /** Elo points; a learner starts at 1000 */
  difficultyRating: number
  discrimination: number | null
}

export type AdminSystem = {
  process: {
    role: string
    uptimeSeconds: number
    memoryBytes: number
  }
  requests: {
    /** How long ago the counts begin; at most a minute */
    seconds: number
    /** The most frequent first */
    classes: ({
      /** The first word of API addresses; `all` for all requests, `web` for requests outside the API */
      routeClass: string
      requests: number
      requestsPerSecond: number
      /** With a status from 400 to 499 */
      refused: number
      /** With a status from 500 */
      failed: number
      /** Null without requests */
      p50Ms: number | null
      /** Null without requests */
      p95Ms: number | null
      /** Null without requests */
      p99Ms: number | null
    })[]
  }
  /** Open WebSocket connections of this process */
  sockets: number
  database: {
    poolSize: number
    poolInUse: number
    /** Statements and transactions that wait for a connection */
    poolWaiting: number
    sizeBytes: number
    /** Of all processes */
    connections: number
    maxConnections: number
  }
  queues: {
    outbox: number
    waiting: number
    active: number
    failed: number
  }
}

export type CertificateName = {
  /** Null before the first claim */
  studentName: string | null
  /** ISO 8601, UTC */
  boundAt: string | null
  /** Your last change */
  changedAt: string | null
  /** When the name can be changed again. Null if it can be changed now. */
  nextChangeAt: string | null
}

export type ClaimedCertificate = {
  certificateId: string
  certificateNumber: string
  status: "MINTING" | "MINTED" | "FAILED" | "REVOKED"
  message: string
}

export type Certificate = {
  id: string
  courseId: string
  courseTitle: string
  studentName: string
  /** ISO 8601, UTC */
  issuedAt: string
  certificateNumber: string
  status: "MINTING" | "MINTED" | "FAILED" | "REVOKED"
  nftTokenId: string | null
  transactionHash: string | null
  viewUrl: string
  metadataUri: string
  /** The passed course test. Null for a certificate of completion only. */
  verified: VerifiedResult | null
  /** The passed project of the course */
  project: ProjectResult | null
  /** The estimated study time of the lessons, in minutes. 0 if it is unknown. */
  courseMinutes: number
}

export type VerifiedResult = {
  /** Per cent */
  score: number
  passPercent: number
  /** ISO 8601, UTC */
  passedAt: string
  skills: string[]
}

export type ProjectResult = {
  title: string
  /** Null if a reviewer decided */
  percentage: number | null
  /** ISO 8601, UTC */
  passedAt: string
}

export type CertificateVerification = {
  valid: boolean
  status: "MINTING" | "MINTED" | "FAILED" | "REVOKED"
  certificateNumber: string
  /** Null after the account of the owner was deleted. */
  studentName: string | null
  courseTitle: string
  /** ISO 8601, UTC */
  issuedAt: string
  viewUrl: string
  /** The passed course test. Null for a certificate of completion only. */
  verified: VerifiedResult | null
  /** The passed project of the course */
  project: ProjectResult | null
  /** The estimated study time of the lessons, in minutes. 0 if it is unknown. */
  courseMinutes: number
  onChain: {
    exists: boolean
    owner: string | null
    tokenId: string | null
    transactionHash: string | null
    isRevoked: boolean
    tokenUri: string | null
    contractAddress: string
    chainId: number
    network: string
  }
}

/** Every endpoint: what it is given, and its answer. Paths begin below /api/v2, or with // at the root. */
export interface Operations {
  /** Check whether a username is available */
  "POST /auth/username-available": {
    body: {
      username: string
    }
    answer: {
      success: true
      data: {
        username: string
        available: boolean
      }
      message?: string
    }
  }
  /** Send the verification code again */
  "POST /auth/verify-email/request": {
    answer: {
      success: true
      message: string
    }
  }
  /** Verify the e-mail address with the mailed code */
  "POST /auth/verify-email": {
    body: {
      otpCode: string
    }
    answer: {
      success: true
      message: string
    }
  }
  /** Register with e-mail and password */
  "POST /auth/register": {
    body: {
      email: string
      password: string
      username: string
      /** ISO 3166-1 alpha-2 */
      country?: string
      /** BCP 47 */
      language?: string
      /** IANA */
      timeZone?: string
      referralCode?: string
      /** An id that the app generates once and stores on the device. */
      deviceId?: string
    }
    answer: {
      success: true
      data: SignedIn
      message: string
    }
  }
  /** Sign in with e-mail and password */
  "POST /auth/login": {
    body: {
      email: string
      password: string
      /** Six digits from the authenticator app, or a recovery code. */
      totpCode?: string
    }
    answer: {
      success: true
      data: SignedIn
      message: string
    }
  }
  /** Request a sign-in code by e-mail */
  "POST /auth/otp/request": {
    body: {
      email: string
    }
    answer: {
      success: true
      message: string
    }
  }
  /** Sign in, or register, with a mailed code */
  "POST /auth/otp/login": {
    body: {
      email: string
      otpCode: string
      /** Six digits from the authenticator app, or a recovery code. */
      totpCode?: string
      /** An access token of the same account, if the client has one. Its session then proves the address, and nothing is removed from an account whose address was not verified. A token that is not valid is ignored. */
      accessToken?: string
      username?: string
      /** ISO 3166-1 alpha-2 */
      country?: string
      /** BCP 47 */
      language?: string
      /** IANA */
      timeZone?: string
      referralCode?: string
      /** An id that the app generates once and stores on the device. */
      deviceId?: string
    }
    answer: {
      success: true
      data: SignedIn
      message: string
    }
  }
  /** Request a password reset code by e-mail */
  "POST /auth/forgot-password": {
    body: {
      email: string
    }
    answer: {
      success: true
      message: string
    }
  }
  /** Set a new password with the mailed code */
  "POST /auth/reset-password": {
    body: {
      email: string
      otpCode: string
      newPassword: string
    }
    answer: {
      success: true
      message: string
    }
  }
  /** Sign in, or register, with Google or Apple */
  "POST /auth/social": {
    body: {
      provider: "google" | "apple"
      idToken: string
      /** The nonce that the app asked the provider to put into the token. */
      nonce?: string
      /** Six digits from the authenticator app, or a recovery code. */
      totpCode?: string
      username?: string
      /** ISO 3166-1 alpha-2 */
      country?: string
      /** BCP 47 */
      language?: string
      /** IANA */
      timeZone?: string
      referralCode?: string
      /** An id that the app generates once and stores on the device. */
      deviceId?: string
    }
    answer: {
      success: true
      data: SignedIn
      message: string
    }
  }
  /** Get a secret for an authenticator app */
  "POST /auth/2fa/setup": {
    answer: {
      success: true
      data: {
        secret: string
        otpauthUrl: string
        /** The same URL as a QR code. */
        qrSvg: string
      }
      message: string
    }
  }
  /** Turn two-factor sign-in on */
  "POST /auth/2fa/enable": {
    body: {
      password?: string
      /** For accounts without a password: a code from /auth/otp/request. */
      otpCode?: string
      code: string
    }
    answer: {
      success: true
      data: {
        recoveryCodes: string[]
      }
      message: string
    }
  }
  /** Turn two-factor sign-in off */
  "POST /auth/2fa/disable": {
    body: {
      password?: string
      /** For accounts without a password: a code from /auth/otp/request. */
      otpCode?: string
      /** Six digits from the authenticator app, or a recovery code. */
      code: string
    }
    answer: {
      success: true
      message: string
    }
  }
  /** Exchange a refresh token for a new pair of tokens */
  "POST /auth/refresh": {
    body: {
      refreshToken: string
    }
    answer: {
      success: true
      data: SignedIn
      message?: string
    }
  }
  /** Sign out of this session */
  "POST /auth/logout": {
    answer: {
      success: true
      message: string
    }
  }
  /** Sign out of every session of this account */
  "POST /auth/logout-all": {
    answer: {
      success: true
      message: string
    }
  }
  /** List the active sessions */
  "GET /auth/sessions": {
    answer: {
      success: true
      data: Session[]
      message?: string
    }
  }
  /** End one session */
  "DELETE /auth/sessions/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      message: string
    }
  }
  /** Read a public profile */
  "GET /public/profiles/{username}": {
    path: {
      username: string
    }
    answer: {
      success: true
      data: PublicProfile
      message?: string
    }
  }
  /** Read your daily target and the XP of today */
  "GET /user/daily-target": {
    answer: {
      success: true
      data: DailyTarget
      message?: string
    }
  }
  /** Read your own profile */
  "GET /user/profile": {
    answer: {
      success: true
      data: Profile
      message?: string
    }
  }
  /** Change your profile */
  "PATCH /user/profile": {
    body?: {
      username?: string
      /** ISO 3166-1 alpha-2 */
      country?: string | null
      bio?: string | null
      /** BCP 47 */
      language?: string
      /** IANA */
      timeZone?: string
      /** Hides the user from the leaderboards. */
      leaderboardOptOut?: boolean
      /** Shows the profile to everybody under `GET /public/profiles/{username}`. */
      publicProfile?: boolean
      /** XP that you want to earn each day */
      dailyTargetXP?: number | null
    } | FormData
    answer: {
      success: true
      data: Profile
      message: string
    }
  }
  /** Export all of your data as one document */
  "GET /user/export": {
    answer: {
      success: true
      data: {
        exportedAt: string
        userId: string
      } & Record<string, unknown>
      message?: string
    }
  }
  /** Delete your account */
  "DELETE /user/account": {
    body: {
      password?: string
      /** For accounts without a password: a code from /auth/otp/request. */
      otpCode?: string
    }
    answer: {
      success: true
      message: string
    }
  }
  /** List the courses of the catalog */
  "GET /course": {
    query?: {
      page?: number
      limit?: number
      search?: string
      /** The key of a category of `GET /public/categories` */
      category?: string
      level?: "BEGINNER" | "INTERMEDIATE" | "ADVANCED"
    }
    answer: {
      success: true
      data: CourseSummary[]
      meta: {
        total: number
        page: number
        limit: number
        /** All that have a published course, whatever the filter */
        categories: Category[]
      }
      message?: string
    }
  }
  /** Read a course and your progress in it */
  "GET /course/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: Course
      message?: string
    }
  }
  /** Read your progress in a learning path */
  "GET /learning-path/{id}/progress": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: PathProgress
      message?: string
    }
  }
  /** Read a lesson with its slides */
  "GET /lesson/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: LessonContent
      message?: string
    }
  }
  /** Read the first lesson of a free course */
  "GET /public/lessons/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: LessonContent
      message?: string
    }
  }
  /** Read a lesson by its preview link */
  "GET /public/lesson-previews/{token}": {
    path: {
      token: string
    }
    answer: {
      success: true
      data: LessonContent
      message?: string
    }
  }
  /** Answer a question of a lesson */
  "POST /user-lessons/{lessonId}/answers": {
    path: {
      lessonId: string
    }
    body: {
      questionId: string
      /** SINGLE_CHOICE, from 0 */
      selectedOption?: number
      answer?: Answer
      /** Required with `answer`: the attempt of the slide */
      attempt?: string
      /** From the question to the answer. Authors see the median of all first answers. */
      timeSpentSeconds?: number
      /** When the learner did it, if the device was offline: at most 48 hours ago, not before the enrollment. By default now. */
      occurredAt?: string
    }
    answer: {
      success: true
      data: AnsweredQuestion
      message?: string
    }
  }
  /** Ask for the hint of a question of a lesson */
  "POST /user-lessons/{lessonId}/hints": {
    path: {
      lessonId: string
    }
    body: {
      questionId: string
    }
    answer: {
      success: true
      data: Hint
      message?: string
    }
  }
  /** Download the lessons of a course that you are enrolled in */
  "GET /course/{courseId}/lessons": {
    path: {
      courseId: string
    }
    answer: {
      success: true
      data: LessonContent[]
      message?: string
    }
  }
  /** Enroll in a course */
  "POST /user-courses/enroll/{courseId}": {
    path: {
      courseId: string
    }
    answer: {
      success: true
      data: Enrollment
      message: string
    }
  }
  /** List the courses that you are enrolled in */
  "GET /user-courses": {
    query?: {
      page?: number
      limit?: number
    }
    answer: {
      success: true
      data: EnrolledCourse[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Complete a lesson */
  "POST /user-lessons/{lessonId}/complete": {
    path: {
      lessonId: string
    }
    body?: {
      timeSpentSeconds?: number
      /** Quiz percentage */
      score?: number
      /** When you did it, if the device was offline: at most 48 hours ago, not before the enrollment. By default now. It decides the day of the streak, in the time zone that your account had at that time. */
      occurredAt?: string
    }
    answer: {
      success: true
      data: LessonResult
      message: string
    }
  }
  /** Read your roadmap and your progress */
  "GET /learning-path/roadmap/me": {
    answer: {
      success: true
      data: {
        status: "none" | "generating" | "completed" | "failed"
        roadmap: Roadmap | null
      }
      message?: string
    }
  }
  /** Create a roadmap for a career goal */
  "POST /learning-path/roadmap": {
    body: {
      /** Your own id; optional */
      userId?: string
      careerGoal: string
    }
    answer: {
      success: true
      data: Roadmap
      message: string
    }
  }
  /** List the published courses */
  "GET /public/courses": {
    query?: {
      page?: number
      limit?: number
      search?: string
      /** The key of a category of `GET /public/categories` */
      category?: string
      level?: "BEGINNER" | "INTERMEDIATE" | "ADVANCED"
    }
    answer: {
      success: true
      data: FoundPublishedCourse[]
      meta: {
        total: number
        page: number
        limit: number
        /** All that have a published course, whatever the filter */
        categories: Category[]
      }
      message?: string
    }
  }
  /** Read a published course with its outline */
  "GET /public/courses/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: PublishedCourse
      message?: string
    }
  }
  /** List the categories of the published courses */
  "GET /public/categories": {
    answer: {
      success: true
      data: Category[]
      message?: string
    }
  }
  /** List the published learning paths */
  "GET /public/paths": {
    answer: {
      success: true
      data: PublishedLearningPath[]
      message?: string
    }
  }
  /** Read a published learning path with its courses */
  "GET /public/paths/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: PublishedLearningPath
      message?: string
    }
  }
  /** List the learning paths */
  "GET /learning-path": {
    answer: {
      success: true
      data: LearningPath[]
      message?: string
    }
  }
  /** Read a learning path with its courses */
  "GET /learning-path/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: LearningPath
      message?: string
    }
  }
  /** Read the state of a course test */
  "GET /course-tests/{courseId}": {
    path: {
      courseId: string
    }
    answer: {
      success: true
      data: CourseTest
      message?: string
    }
  }
  /** Start an attempt at a course test */
  "POST /course-tests/{courseId}/attempts": {
    path: {
      courseId: string
    }
    answer: {
      success: true
      data: TestAttempt
      message?: string
    }
  }
  /** Read the questions of your attempt with the saved answers */
  "GET /course-test-attempts/{attemptId}": {
    path: {
      attemptId: string
    }
    answer: {
      success: true
      data: TestAttempt
      message?: string
    }
  }
  /** Save answers of an open attempt */
  "PATCH /course-test-attempts/{attemptId}/answers": {
    path: {
      attemptId: string
    }
    body: {
      answers: ({
        questionId: string
        /** SINGLE_CHOICE, from 0 */
        selectedOption?: number
        /** For a question that is not SINGLE_CHOICE. Null removes the saved answer of any type */
        answer?: Answer & unknown | null
      })[]
    }
    answer: {
      success: true
      data: SavedTestAnswers
      message: string
    }
  }
  /** Submit your attempt */
  "POST /course-test-attempts/{attemptId}/submit": {
    path: {
      attemptId: string
    }
    body?: {
      answers?: ({
        questionId: string
        /** SINGLE_CHOICE, from 0 */
        selectedOption?: number
        /** For a question that is not SINGLE_CHOICE. Null removes the saved answer of any type */
        answer?: Answer & unknown | null
      })[]
    }
    answer: {
      success: true
      data: TestOutcome
      message?: string
    }
  }
  /** Read the result of your attempt with solutions and explanations */
  "GET /course-test-attempts/{attemptId}/result": {
    path: {
      attemptId: string
    }
    answer: {
      success: true
      data: TestResult
      message?: string
    }
  }
  /** Count the cards to review */
  "GET /review/due": {
    answer: {
      success: true
      data: ReviewCounts
      message?: string
    }
  }
  /** Read the next cards to review */
  "GET /review/session": {
    query?: {
      limit?: number
    }
    answer: {
      success: true
      data: ReviewSession
      message?: string
    }
  }
  /** Read how many cards are due in the next 30 days */
  "GET /review/forecast": {
    answer: {
      success: true
      data: ReviewForecastDay[]
      message?: string
    }
  }
  /** List your suspended cards */
  "GET /review/suspended": {
    query?: {
      page?: number
      limit?: number
    }
    answer: {
      success: true
      data: ReviewCard[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Answer a card */
  "POST /review/cards/{cardId}/answers": {
    path: {
      cardId: string
    }
    body: {
      /** As the session showed it */
      repetition: number
      answer?: Answer & unknown
      /** For flashcards */
      rating?: "AGAIN" | "HARD" | "GOOD" | "EASY"
      /** From showing to answering */
      timeMs?: number
      usedHint?: boolean
      /** When you answered, if the device was offline: at most 48 hours ago, not before the day on which the card is due. By default now. It decides the day of the review and of the streak, in the time zone that your account had at that time. */
      occurredAt?: string
    }
    answer: {
      success: true
      data: ReviewResult
      message?: string
    }
  }
  /** Read the hint of the question of a card */
  "GET /review/cards/{cardId}/hint": {
    path: {
      cardId: string
    }
    answer: {
      success: true
      data: Hint
      message?: string
    }
  }
  /** Undo your last review */
  "POST /review/undo": {
    body: {
      cardId: string
      /** As the session showed it */
      repetition: number
    }
    answer: {
      success: true
      data: UndoneReview
      message: string
    }
  }
  /** Suspend a card */
  "POST /review/cards/{cardId}/suspend": {
    path: {
      cardId: string
    }
    answer: {
      success: true
      data: ReviewSuspension
      message: string
    }
  }
  /** Put a suspended card back into the queue */
  "POST /review/cards/{cardId}/unsuspend": {
    path: {
      cardId: string
    }
    answer: {
      success: true
      data: ReviewSuspension
      message: string
    }
  }
  /** Read your review settings */
  "GET /review/settings": {
    answer: {
      success: true
      data: ReviewSettings
      message?: string
    }
  }
  /** Change your review settings */
  "PUT /review/settings": {
    body: ReviewSettings
    answer: {
      success: true
      data: ReviewSettings
      message: string
    }
  }
  /** Start a round of practice */
  "POST /practice/rounds": {
    body: {
      lessonId?: string
      /** A skill of a course, or one of `GET /mastery` */
      skill?: string
    }
    answer: {
      success: true
      data: PracticeRound
      message?: string
    }
  }
  /** Read one of your rounds of practice */
  "GET /practice/rounds/{roundId}": {
    path: {
      roundId: string
    }
    answer: {
      success: true
      data: PracticeRound
      message?: string
    }
  }
  /** Answer a question of a round */
  "POST /practice/rounds/{roundId}/answers": {
    path: {
      roundId: string
    }
    body: {
      questionId: string
      /** SINGLE_CHOICE, from 0 */
      selectedOption?: number
      answer?: Answer
      /** Whether you read the hint first. It is stored with the answer. */
      usedHint?: boolean
    }
    answer: {
      success: true
      data: PracticeAnswer
      message?: string
    }
  }
  /** Read the hint of a question of a round */
  "GET /practice/rounds/{roundId}/questions/{questionId}/hint": {
    path: {
      roundId: string
      questionId: string
    }
    answer: {
      success: true
      data: Hint
      message?: string
    }
  }
  /** Read how well you know each skill */
  "GET /mastery": {
    answer: {
      success: true
      data: SkillMastery[]
      message?: string
    }
  }
  /** List active promotions */
  "GET /promotions/active": {
    query?: {
      /** Default: the country of your profile. */
      country?: string
      /** Default: Accept-Language, then the language of your profile. `pt-BR` matches `pt`. */
      language?: string
    }
    answer: ActivePromotions
  }
  /** Report an impression, click or dismissal */
  "POST /promotions/{id}/event": {
    path: {
      id: string
    }
    body: {
      eventType: "IMPRESSION" | "CLICK" | "DISMISS"
      /** Default: the country of your profile. */
      country?: string
    }
    answer: TrackedEvent
  }
  /** Read the project of a course */
  "GET /course/{courseId}/project": {
    path: {
      courseId: string
    }
    answer: {
      success: true
      data: Project
      message?: string
    }
  }
  /** Save a draft of your project */
  "POST /course/{courseId}/project/draft": {
    path: {
      courseId: string
    }
    body?: {
      submissionType?: "GITHUB_REPO" | "FILE_UPLOAD" | "TEXT" | "WEBSITE_URL" | "GOOGLE_DRIVE_URL" | "VIDEO_URL"
      /** For GITHUB_REPO: https, on a supported host. The server never fetches it. */
      repositoryUrl?: string | null
      /** For WEBSITE_URL, GOOGLE_DRIVE_URL and VIDEO_URL */
      url?: string | null
      /** Notes about the work; for TEXT the work itself */
      notes?: string | null
      /** The `updatedAt` of the draft that you have edited, or null if there was none. If the stored draft is newer, nothing is saved and the response is 409 DRAFT_CHANGED. Without this field the stored draft is replaced. */
      baseUpdatedAt?: string | null
    } | FormData
    answer: {
      success: true
      data: {
        id: string
        status: "DRAFT"
        /** ISO 8601, UTC */
        updatedAt: string
      }
      message: string
    }
  }
  /** Submit your project */
  "POST /course/{courseId}/project/submit": {
    path: {
      courseId: string
    }
    body?: {
      submissionType?: "GITHUB_REPO" | "FILE_UPLOAD" | "TEXT" | "WEBSITE_URL" | "GOOGLE_DRIVE_URL" | "VIDEO_URL"
      /** For GITHUB_REPO: https, on a supported host. The server never fetches it. */
      repositoryUrl?: string | null
      /** For WEBSITE_URL, GOOGLE_DRIVE_URL and VIDEO_URL */
      url?: string | null
      /** Notes about the work; for TEXT the work itself */
      notes?: string | null
    } | FormData
    answer: {
      success: true
      data: {
        submissionId: string
        status: "SUBMITTED"
        aiAssessmentStatus: "PENDING"
      }
      message: string
    }
  }
  /** Read your latest submission and its assessment */
  "GET /course/{courseId}/project/submission": {
    path: {
      courseId: string
    }
    answer: {
      success: true
      data: LatestSubmission
      message?: string
    }
  }
  /** List your submissions to a project, newest first */
  "GET /course/{courseId}/project/submissions": {
    path: {
      courseId: string
    }
    answer: {
      success: true
      data: ProjectSubmission[]
      message?: string
    }
  }
  /** Appeal the result of your latest submission */
  "POST /course/{courseId}/project/submission/appeal": {
    path: {
      courseId: string
    }
    body: {
      reason: string
    }
    answer: {
      success: true
      data: {
        submissionId: string
        status: "UNDER_REVIEW"
        /** ISO 8601, UTC */
        appealedAt: string
      }
      message: string
    }
  }
  /** List your ledger entries */
  "GET /user/ledger": {
    query?: {
      page?: number
      limit?: number
      /** The `nextCursor` of the page before. The response then starts after the last item of that page, although newer items have come; `page` has no effect. */
      cursor?: string
      asset?: "XP" | "GEM" | "USDT"
    }
    answer: {
      success: true
      data: LedgerEntry[]
      meta: {
        total: number
        page: number
        limit: number
        /** The cursor of the next page; null at the end. */
        nextCursor: string | null
      }
      message?: string
    }
  }
  /** Read your streak */
  "GET /user/streak": {
    answer: {
      success: true
      data: Streak
      message?: string
    }
  }
  /** Buy a streak freeze */
  "POST /user/streak/freezes": {
    answer: {
      success: true
      data: {
        freezes: number
        newTotalGems: number
      }
      message: string
    }
  }
  /** Repair a streak that ended */
  "POST /user/streak/repair": {
    answer: {
      success: true
      data: {
        currentStreak: number
        longestStreak: number
        repairedDays: string[]
        newTotalGems: number
      }
      message: string
    }
  }
  /** Read the name, language, accent and logo of the site, and whether its sign-up is open */
  "GET /public/site-settings": {
    answer: {
      success: true
      data: PublicSiteSettings
      message?: string
    }
  }
  /** Join the queue */
  "POST /quiz-battles/queue/join": {
    body?: {
      /** Omitted or null: any topic. */
      topicId?: string | null
      /** Gems of each player; the winner gets both stakes. At most 1000. */
      stakeAmount?: number
    }
    answer: {
      success: true
      data: BattleTicket
      message: string
    }
  }
  /** Read one of your tickets */
  "GET /quiz-battles/queue/{ticket}": {
    path: {
      ticket: string
    }
    answer: {
      success: true
      data: BattleTicket
      message?: string
    }
  }
  /** Leave the queue */
  "DELETE /quiz-battles/queue/{ticket}": {
    path: {
      ticket: string
    }
    answer: {
      success: true
      data: {
        status: "CANCELLED"
      }
      message: string
    }
  }
  /** Start a battle against a bot */
  "POST /quiz-battles/bot/start": {
    body?: {
      /** Omitted or null: any topic. */
      topicId?: string | null
      difficulty?: "EASY" | "MEDIUM" | "HARD"
    }
    answer: {
      success: true
      data: {
        roomId: string
        opponent: BattleOpponent
        questions: BattleQuestion[]
        /** ISO 8601, UTC */
        readyBy: string
      }
      message: string
    }
  }
  /** Create a friend room */
  "POST /quiz-battles/rooms": {
    body?: {
      /** Omitted or null: any topic. */
      topicId?: string | null
      /** Gems of each player; the winner gets both stakes. At most 1000. */
      stakeAmount?: number
    }
    answer: {
      success: true
      data: {
        roomId: string
        roomCode: string
        /** ISO 8601, UTC */
        expiresAt: string
      }
      message: string
    }
  }
  /** Join a friend room */
  "POST /quiz-battles/rooms/{roomCode}/join": {
    path: {
      roomCode: string
    }
    answer: {
      success: true
      data: {
        roomId: string
        opponent: BattleOpponent
        stakeAmount: number
        /** ISO 8601, UTC */
        readyBy: string
      }
      message: string
    }
  }
  /** Close a friend room that has not started */
  "DELETE /quiz-battles/rooms/{roomCode}": {
    path: {
      roomCode: string
    }
    answer: {
      success: true
      message: string
    }
  }
  /** List the topics of battles */
  "GET /quiz-battles/topics": {
    answer: {
      success: true
      data: {
        id: string
        title: string
        questionCount: number
      }[]
      message?: string
    }
  }
  /** Read your rating */
  "GET /quiz-battles/rating": {
    answer: {
      success: true
      data: {
        rating: number
        /** Your true strength is within two deviations of the rating with 95 % probability. */
        deviation: number
        volatility: number
        wins: number
        losses: number
        draws: number
        battles: number
      }
      message?: string
    }
  }
  /** List the battles that you have played */
  "GET /quiz-battles/history": {
    query?: {
      page?: number
      limit?: number
      /** The `nextCursor` of the page before. The response then starts after the last item of that page, although newer items have come; `page` has no effect. */
      cursor?: string
    }
    answer: {
      success: true
      data: Battle[]
      meta: {
        total: number
        page: number
        limit: number
        /** The cursor of the next page; null at the end. */
        nextCursor: string | null
      }
      message?: string
    }
  }
  /** Read one of your battles */
  "GET /quiz-battles/{roomId}": {
    path: {
      roomId: string
    }
    answer: {
      success: true
      data: Battle
      message?: string
    }
  }
  /** Set the wallet PIN, or change it */
  "POST /auth/set-wallet-pin": {
    body: {
      pin: string
      currentPin?: string
    }
    answer: {
      success: true
      message: string
    }
  }
  /** Verify the wallet PIN */
  "POST /auth/verify-wallet-pin": {
    body: {
      pin: string
    }
    answer: {
      success: true
      data: {
        verified: boolean
        pinToken: string
      }
      message: string
    }
  }
  /** Request a PIN reset code by e-mail */
  "POST /auth/reset-wallet-pin-otp": {
    answer: {
      success: true
      message: string
    }
  }
  /** Set a new wallet PIN with the code from the e-mail */
  "POST /auth/verify-wallet-pin-reset-otp": {
    body: {
      otpCode: string
      newPin: string
    }
    answer: {
      success: true
      message: string
    }
  }
  /** Get the chain and the contract addresses */
  "GET /blockchain/config": {
    answer: {
      success: true
      data: ChainConfig
      message?: string
    }
  }
  /** Get the balances of a wallet on the chain */
  "GET /blockchain/user/{userId}/balance": {
    path: {
      /** Your id, or `me`. */
      userId: string
    }
    answer: {
      success: true
      data: ChainBalance
      message?: string
    }
  }
  /** Get a message to sign with your own wallet */
  "GET /blockchain/link-wallet/nonce": {
    query: {
      /** EVM address */
      address: string
    }
    answer: {
      success: true
      data: {
        nonce: string
        message: string
        /** ISO 8601, UTC */
        expiresAt: string
      }
      message?: string
    }
  }
  /** Link a wallet with a signature */
  "POST /blockchain/link-wallet": {
    body: {
      /** EVM address */
      walletAddress: string
      signature: string
      message: string
    }
    answer: {
      success: true
      data: {
        /** EVM address */
        linkedAddress: string
      }
      message: string
    }
  }
  /** List your linked wallets */
  "GET /blockchain/link-wallet": {
    answer: {
      success: true
      data: {
        /** EVM address */
        address: string
        /** ISO 8601, UTC */
        linkedAt: string
      }[]
      message?: string
    }
  }
  /** Unlink a wallet */
  "DELETE /blockchain/link-wallet/{address}": {
    path: {
      /** EVM address */
      address: string
    }
    answer: {
      success: true
      message: string
    }
  }
  /** List the payment methods of a currency, and its limits */
  "GET /payment/methods": {
    query: {
      currency: "NGN" | "KES" | "GHS" | "UGX" | "TZS" | "ZAR"
    }
    answer: {
      success: true
      data: {
        currency: "NGN" | "KES" | "GHS" | "UGX" | "TZS" | "ZAR"
        decimals: number
        minimumAmount: number
        maximumAmount: number
        methods: ({
          paymentMethod: "BANK_TRANSFER" | "MPESA" | "MTN_MOMO" | "AIRTEL_MONEY" | "VODAFONE_CASH" | "TIGO_PESA" | "HALOPESA" | "CARD" | "AIRTIME"
          country: string
          directions: ("ON_RAMP" | "OFF_RAMP")[]
          needsPhoneNumber: boolean
          estimatedPayoutMinutes: number | null
        })[]
      }
      message?: string
    }
  }
  /** Quote a purchase */
  "POST /payment/on-ramp/quote": {
    body: {
      /** At most as many decimals as the currency has. */
      fiatAmount: number
      fiatCurrency: "NGN" | "KES" | "GHS" | "UGX" | "TZS" | "ZAR"
      cryptoCurrency: "CHAIN_USDT" | "GEMS"
    }
    answer: {
      success: true
      data: {
        quoteId: string
        fiatAmount: number
        fiatCurrency: "NGN" | "KES" | "GHS" | "UGX" | "TZS" | "ZAR"
        cryptoAmount: number
        cryptoCurrency: "CHAIN_USDT" | "GEMS"
        /** Fiat for one token or one gem. */
        exchangeRate: number
        fee: number
        feeCurrency: "NGN" | "KES" | "GHS" | "UGX" | "TZS" | "ZAR"
        /** ISO 8601, UTC */
        expiresAt: string
      }
      message?: string
    }
  }
  /** Quote a sale of tokens */
  "POST /payment/off-ramp/quote": {
    body: {
      /** At most as many decimals as the currency has. */
      cryptoAmount: number
      cryptoCurrency: "CHAIN_USDT" | "GEMS"
      fiatCurrency: "NGN" | "KES" | "GHS" | "UGX" | "TZS" | "ZAR"
    }
    answer: {
      success: true
      data: {
        quoteId: string
        fiatAmount: number
        fiatCurrency: "NGN" | "KES" | "GHS" | "UGX" | "TZS" | "ZAR"
        cryptoAmount: number
        cryptoCurrency: "CHAIN_USDT" | "GEMS"
        /** Fiat for one token or one gem. */
        exchangeRate: number
        fee: number
        feeCurrency: "NGN" | "KES" | "GHS" | "UGX" | "TZS" | "ZAR"
        /** ISO 8601, UTC */
        expiresAt: string
        netPayout: number
      }
      message?: string
    }
  }
  /** Create a purchase from a quote */
  "POST /payment/on-ramp/initiate": {
    body: {
      quoteId: string
      paymentMethod: "BANK_TRANSFER" | "MPESA" | "MTN_MOMO" | "AIRTEL_MONEY" | "VODAFONE_CASH" | "TIGO_PESA" | "HALOPESA" | "CARD" | "AIRTIME"
      phoneNumber?: string
    }
    answer: {
      success: true
      data: {
        orderId: string
        status: "PENDING_PAYMENT" | "PAYMENT_RECEIVED" | "PROCESSING" | "PAYOUT_SENT" | "COMPLETED" | "EXPIRED" | "CANCELLED" | "FAILED" | "REFUND_PENDING" | "REFUNDED" | "UNDER_REVIEW"
        /** The page on which the user pays; null if the provider has only an account to pay to. */
        paymentUrl: string | null
        /** For bank transfers. */
        accountDetails: {
          bankName: string
          accountName: string
          accountNumber: string
        } | null
        /** ISO 8601, UTC */
        expiresAt: string | null
      }
      message?: string
    }
  }
  /** Create a sale of tokens from a quote */
  "POST /payment/off-ramp/initiate": {
    headers?: {
      "x-pin-token"?: string
    }
    body: {
      quoteId: string
      paymentMethod: "BANK_TRANSFER" | "MPESA" | "MTN_MOMO" | "AIRTEL_MONEY" | "VODAFONE_CASH" | "TIGO_PESA" | "HALOPESA" | "CARD" | "AIRTIME"
      recipientPhoneNumber?: string
      bankCode?: string
      accountNumber?: string
      accountName?: string
      walletPin?: string
      pinToken?: string
    }
    answer: {
      success: true
      data: {
        orderId: string
        status: "PENDING_PAYMENT" | "PAYMENT_RECEIVED" | "PROCESSING" | "PAYOUT_SENT" | "COMPLETED" | "EXPIRED" | "CANCELLED" | "FAILED" | "REFUND_PENDING" | "REFUNDED" | "UNDER_REVIEW"
        estimatedCompletionMinutes: number
      }
      message: string
    }
  }
  /** List my orders, the newest first */
  "GET /payment/orders": {
    query?: {
      page?: number
      limit?: number
      status?: "PENDING_PAYMENT" | "PAYMENT_RECEIVED" | "PROCESSING" | "PAYOUT_SENT" | "COMPLETED" | "EXPIRED" | "CANCELLED" | "FAILED" | "REFUND_PENDING" | "REFUNDED" | "UNDER_REVIEW"
    }
    answer: {
      success: true
      data: ({
        orderId: string
        type: "ON_RAMP" | "OFF_RAMP"
        status: "PENDING_PAYMENT" | "PAYMENT_RECEIVED" | "PROCESSING" | "PAYOUT_SENT" | "COMPLETED" | "EXPIRED" | "CANCELLED" | "FAILED" | "REFUND_PENDING" | "REFUNDED" | "UNDER_REVIEW"
        fiatAmount: number
        fiatCurrency: "NGN" | "KES" | "GHS" | "UGX" | "TZS" | "ZAR"
        cryptoAmount: number
        cryptoCurrency: "CHAIN_USDT" | "GEMS"
        exchangeRate: number
        fee: number
        feeCurrency: "NGN" | "KES" | "GHS" | "UGX" | "TZS" | "ZAR"
        /** The amount that the recipient of an off-ramp gets. */
        netPayout: number | null
        paymentMethod: "BANK_TRANSFER" | "MPESA" | "MTN_MOMO" | "AIRTEL_MONEY" | "VODAFONE_CASH" | "TIGO_PESA" | "HALOPESA" | "CARD" | "AIRTIME"
        /** Only while the order can be paid. */
        paymentUrl: string | null
        /** Only while the order can be paid. */
        accountDetails: {
          bankName: string
          accountName: string
          accountNumber: string
        } | null
        transactionHash: string | null
        /** ISO 8601, UTC */
        createdAt: string
        /** ISO 8601, UTC */
        updatedAt: string
        /** ISO 8601, UTC */
        expiresAt: string | null
      })[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Read an order and its history */
  "GET /payment/orders/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: {
        orderId: string
        type: "ON_RAMP" | "OFF_RAMP"
        status: "PENDING_PAYMENT" | "PAYMENT_RECEIVED" | "PROCESSING" | "PAYOUT_SENT" | "COMPLETED" | "EXPIRED" | "CANCELLED" | "FAILED" | "REFUND_PENDING" | "REFUNDED" | "UNDER_REVIEW"
        fiatAmount: number
        fiatCurrency: "NGN" | "KES" | "GHS" | "UGX" | "TZS" | "ZAR"
        cryptoAmount: number
        cryptoCurrency: "CHAIN_USDT" | "GEMS"
        exchangeRate: number
        fee: number
        feeCurrency: "NGN" | "KES" | "GHS" | "UGX" | "TZS" | "ZAR"
        /** The amount that the recipient of an off-ramp gets. */
        netPayout: number | null
        paymentMethod: "BANK_TRANSFER" | "MPESA" | "MTN_MOMO" | "AIRTEL_MONEY" | "VODAFONE_CASH" | "TIGO_PESA" | "HALOPESA" | "CARD" | "AIRTIME"
        /** Only while the order can be paid. */
        paymentUrl: string | null
        /** Only while the order can be paid. */
        accountDetails: {
          bankName: string
          accountName: string
          accountNumber: string
        } | null
        transactionHash: string | null
        /** ISO 8601, UTC */
        createdAt: string
        /** ISO 8601, UTC */
        updatedAt: string
        /** ISO 8601, UTC */
        expiresAt: string | null
        history: ({
          from: "PENDING_PAYMENT" | "PAYMENT_RECEIVED" | "PROCESSING" | "PAYOUT_SENT" | "COMPLETED" | "EXPIRED" | "CANCELLED" | "FAILED" | "REFUND_PENDING" | "REFUNDED" | "UNDER_REVIEW" | null
          status: "PENDING_PAYMENT" | "PAYMENT_RECEIVED" | "PROCESSING" | "PAYOUT_SENT" | "COMPLETED" | "EXPIRED" | "CANCELLED" | "FAILED" | "REFUND_PENDING" | "REFUNDED" | "UNDER_REVIEW"
          cause: string
          /** ISO 8601, UTC */
          at: string
        })[]
      }
      message?: string
    }
  }
  /** Cancel an unpaid order */
  "POST /payment/orders/{id}/cancel": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: {
        orderId: string
        type: "ON_RAMP" | "OFF_RAMP"
        status: "PENDING_PAYMENT" | "PAYMENT_RECEIVED" | "PROCESSING" | "PAYOUT_SENT" | "COMPLETED" | "EXPIRED" | "CANCELLED" | "FAILED" | "REFUND_PENDING" | "REFUNDED" | "UNDER_REVIEW"
        fiatAmount: number
        fiatCurrency: "NGN" | "KES" | "GHS" | "UGX" | "TZS" | "ZAR"
        cryptoAmount: number
        cryptoCurrency: "CHAIN_USDT" | "GEMS"
        exchangeRate: number
        fee: number
        feeCurrency: "NGN" | "KES" | "GHS" | "UGX" | "TZS" | "ZAR"
        /** The amount that the recipient of an off-ramp gets. */
        netPayout: number | null
        paymentMethod: "BANK_TRANSFER" | "MPESA" | "MTN_MOMO" | "AIRTEL_MONEY" | "VODAFONE_CASH" | "TIGO_PESA" | "HALOPESA" | "CARD" | "AIRTIME"
        /** Only while the order can be paid. */
        paymentUrl: string | null
        /** Only while the order can be paid. */
        accountDetails: {
          bankName: string
          accountName: string
          accountNumber: string
        } | null
        transactionHash: string | null
        /** ISO 8601, UTC */
        createdAt: string
        /** ISO 8601, UTC */
        updatedAt: string
        /** ISO 8601, UTC */
        expiresAt: string | null
      }
      message: string
    }
  }
  /** List the progress of a user for every badge */
  "GET /badges/progress/{userId}": {
    path: {
      /** A user’s id, or `me`. */
      userId: string
    }
    answer: {
      success: true
      data: BadgeProgress[]
      message?: string
    }
  }
  /** List the badges that a user has almost earned */
  "GET /badges/near-completion/{userId}": {
    path: {
      /** A user’s id, or `me`. */
      userId: string
    }
    answer: {
      success: true
      data: NearBadge[]
      message?: string
    }
  }
  /** Get the top of a leaderboard, without the names of private users */
  "GET /public/leaderboards": {
    query?: {
      period?: "week" | "month" | "all-time"
      limit?: number
    }
    answer: {
      success: true
      data: PublicLeaderboard
      message?: string
    }
  }
  /** Get your group in the league of this week */
  "GET /leagues/me": {
    answer: {
      success: true
      data: League
      message: string
    }
  }
  /** Get your rank in the league of this week, without the group */
  "GET /leagues/me/position": {
    answer: {
      success: true
      data: LeaguePosition
      message: string
    }
  }
  /** Get the leaderboard of a week */
  "GET /leaderboard/weekly": {
    query?: {
      limit?: number
      offset?: number
      /** Any day of the period (UTC); today by default. */
      date?: string
    }
    answer: {
      success: true
      data: Leaderboard
      message: string
    }
  }
  /** Get the leaderboard of a month */
  "GET /leaderboard/monthly": {
    query?: {
      limit?: number
      offset?: number
      /** Any day of the period (UTC); today by default. */
      date?: string
    }
    answer: {
      success: true
      data: Leaderboard
      message: string
    }
  }
  /** Get the all-time leaderboard */
  "GET /leaderboard/all-time": {
    query?: {
      limit?: number
      offset?: number
    }
    answer: {
      success: true
      data: Leaderboard
      message: string
    }
  }
  /** Get the leaderboard around your rank */
  "GET /leaderboard/around-me": {
    query?: {
      period?: "week" | "month" | "all-time"
      radius?: number
    }
    answer: {
      success: true
      data: LeaderboardAroundMe
      message: string
    }
  }
  /** Get your rank this week, this month and of all time */
  "GET /leaderboard/my-position": {
    answer: {
      success: true
      data: {
        weekly: LeaderboardPosition
        monthly: LeaderboardPosition
        allTime: LeaderboardPosition
      }
      message: string
    }
  }
  /** List contests */
  "GET /user/contests": {
    query?: {
      page?: number
      limit?: number
      /** Order of `startsAt` */
      order?: "ASC" | "DESC"
      /** Text in the title or the description */
      search?: string
    }
    answer: {
      success: true
      data: {
        items: Contest[]
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Read a contest */
  "GET /user/contests/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: Contest
      message?: string
    }
  }
  /** Join a contest */
  "POST /user/contests/{id}/join": {
    path: {
      id: string
    }
    body?: {
      roomCode?: string
    }
    answer: {
      success: true
      message: string
    }
  }
  /** Read the terms of a private contest by its code, before joining */
  "GET /user/contests/preview": {
    query: {
      roomCode: string
    }
    answer: {
      success: true
      data: ContestPreview
      message?: string
    }
  }
  /** Join a private contest by its code */
  "POST /user/contests/join": {
    body: {
      roomCode: string
    }
    answer: {
      success: true
      data: {
        contestId: string
      }
      message: string
    }
  }
  /** Start your attempt and read the questions */
  "POST /user/contests/{id}/start": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: ContestAttempt
      message: string
    }
  }
  /** Read the questions again */
  "GET /user/contests/{id}/questions": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: ContestAttempt
      message?: string
    }
  }
  /** Submit your answers */
  "POST /user/contests/{id}/submit": {
    path: {
      id: string
    }
    body: {
      answers: {
        questionId: string
        /** SINGLE_CHOICE, from 0 */
        selectedOption?: number
        answer?: Answer
      }[]
      timeTakenSeconds?: number
    }
    answer: {
      success: true
      data: ContestSubmission
      message: string
    }
  }
  /** Read the correct answers and yours */
  "GET /user/contests/{id}/review": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: ContestReview
      message?: string
    }
  }
  /** Read the leaderboard of a contest */
  "GET /user/contests/{id}/leaderboard": {
    path: {
      id: string
    }
    query?: {
      limit?: number
      offset?: number
    }
    answer: {
      success: true
      data: {
        contestId: string
        status: "UPCOMING" | "LIVE" | "ENDED" | "SETTLED" | "CANCELLED"
        entries: ContestLeaderboardEntry[]
        /** The number of submissions */
        total: number
        /** Null until the contest is decided. */
        me: {
          rank: number
          score: number
        } | null
      }
      message?: string
    }
  }
  /** Get your referral code */
  "POST /referral/code": {
    answer: ReferralCode
  }
  /** Get your referral stats */
  "GET /referral/stats": {
    query?: {
      page?: number
      limit?: number
    }
    answer: {
      success: true
      data: ReferralStats
      message?: string
    }
  }
  /** Redeem a referral code */
  "POST /referral/redeem": {
    body: {
      referralCode: string
      /** An id that the app generates once and stores on the device. */
      deviceId?: string
    }
    answer: {
      success: true
      data: RedeemedReferral
      message: string
    }
  }
  /** Read notification preferences */
  "GET /notifications/preferences": {
    answer: {
      success: true
      data: NotificationPreferences
      message?: string
    }
  }
  /** Replace notification preferences */
  "PUT /notifications/preferences": {
    body?: {
      /** Missing entries are reset to their defaults. */
      channels?: {
        STREAK_MILESTONE?: {
          inApp?: boolean
          push?: boolean
          email?: boolean
        }
        STREAK_AT_RISK?: {
          inApp?: boolean
          push?: boolean
          email?: boolean
        }
        BADGE_EARNED?: {
          inApp?: boolean
          push?: boolean
          email?: boolean
        }
        CERTIFICATE_READY?: {
          inApp?: boolean
          push?: boolean
          email?: boolean
        }
        CONTEST_STARTING?: {
          inApp?: boolean
          push?: boolean
          email?: boolean
        }
        CONTEST_RESULT?: {
          inApp?: boolean
          push?: boolean
          email?: boolean
        }
        BATTLE_RESULT?: {
          inApp?: boolean
          push?: boolean
          email?: boolean
        }
        LEAGUE_RESULT?: {
          inApp?: boolean
          push?: boolean
          email?: boolean
        }
        PROJECT_ASSESSED?: {
          inApp?: boolean
          push?: boolean
          email?: boolean
        }
        REFERRAL_BONUS?: {
          inApp?: boolean
          push?: boolean
          email?: boolean
        }
        PAYMENT_UPDATE?: {
          inApp?: boolean
          push?: boolean
          email?: boolean
        }
        SUBSCRIPTION_UPDATE?: {
          inApp?: boolean
          push?: boolean
          email?: boolean
        }
        COURSE_CHANGED?: {
          inApp?: boolean
          push?: boolean
          email?: boolean
        }
        ANNOUNCEMENT?: {
          inApp?: boolean
          push?: boolean
          email?: boolean
        }
        SYSTEM?: {
          inApp?: boolean
          push?: boolean
          email?: boolean
        }
      }
      /** In your time zone; may span midnight. Delays pushes and e-mails until the end, but not the inbox. */
      quietHours?: {
        start: string
        end: string
      } | null
    }
    answer: {
      success: true
      data: NotificationPreferences
      message: string
    }
  }
  /** Register a device for pushes */
  "POST /notifications/device-token": {
    body: {
      /** An FCM registration token, or the JSON of a browser’s `PushSubscription` as text. */
      token: string
      /** Upper case is accepted too. */
      platform: "ios" | "android" | "web"
    }
    answer: {
      success: true
      message: string
    }
  }
  /** Unregister a device */
  "DELETE /notifications/device-token": {
    body: {
      /** An FCM registration token, or the JSON of a browser’s `PushSubscription` as text. */
      token: string
    }
    answer: {
      success: true
      message: string
    }
  }
  /** Read the Web Push key */
  "GET /notifications/web-push-key": {
    answer: {
      success: true
      data: {
        publicKey: string | null
      }
      message?: string
    }
  }
  /** Read your inbox */
  "GET /notifications": {
    query?: {
      page?: number
      limit?: number
      /** The `nextCursor` of the page before. The response then starts after the last item of that page, although newer items have come; `page` has no effect. */
      cursor?: string
      unreadOnly?: "true" | "false"
      type?: "STREAK_MILESTONE" | "STREAK_AT_RISK" | "BADGE_EARNED" | "CERTIFICATE_READY" | "CONTEST_STARTING" | "CONTEST_RESULT" | "BATTLE_RESULT" | "LEAGUE_RESULT" | "PROJECT_ASSESSED" | "REFERRAL_BONUS" | "PAYMENT_UPDATE" | "SUBSCRIPTION_UPDATE" | "COURSE_CHANGED" | "ANNOUNCEMENT" | "SYSTEM"
    }
    answer: {
      success: true
      data: Notification[]
      meta: {
        total: number
        page: number
        limit: number
        /** The cursor of the next page; null at the end. */
        nextCursor: string | null
        /** The number of all unread notifications, regardless of the filter. */
        unread: number
      }
      message?: string
    }
  }
  /** Mark everything read */
  "POST /notifications/read-all": {
    answer: {
      success: true
      data: {
        /** The number of notifications that were unread. */
        updated: number
      }
      message: string
    }
  }
  /** Mark a notification read */
  "PATCH /notifications/{id}/read": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: Notification
      message?: string
    }
  }
  /** Delete a notification */
  "DELETE /notifications/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      message: string
    }
  }
  /** Read your subscription */
  "GET /user/subscription": {
    answer: {
      success: true
      data: {
        isPremium: boolean
        status: "NONE" | "ACTIVE" | "CANCELLED" | "GRACE_PERIOD" | "EXPIRED"
        /** When premium ends. Null: never, or no premium. */
        expiresAt: string | null
        willRenew: boolean
        subscriptions: ({
          /** CANCELLED grants access until it expires. GRACE_PERIOD: a payment failed, and access continues for a limited time. */
          status: "ACTIVE" | "CANCELLED" | "GRACE_PERIOD" | "EXPIRED"
          productId: string | null
          store: string | null
          periodType: string | null
          willRenew: boolean
          /** ISO 8601, UTC */
          purchasedAt: string | null
          /** Null: never. */
          expiresAt: string | null
          /** ISO 8601, UTC */
          gracePeriodEndsAt: string | null
          /** ISO 8601, UTC */
          billingIssueAt: string | null
          pausesAtPeriodEnd: boolean
          /** ISO 8601, UTC */
          resumesAt: string | null
        })[]
      }
      message?: string
    }
  }
  /** Receive a contract event */
  "POST /webhook/contract-events": {
    headers: {
      /** Lower-case hex HMAC SHA-256 of the body, or of `<id>.<timestamp>.<body>` if the server is configured so. */
      "x-webhook-signature": string
      /** Unix seconds, within 5 minutes of now. */
      "x-webhook-timestamp": string
      /** The same for every delivery of an event. */
      "x-event-id": string
    }
    body: {
      /** XP_REWARDED, GEM_REWARDED, CERTIFICATE_MINTED, BADGE_MINTED, TOKEN_TRANSFERRED; other types are stored without effect. */
      eventType: string
      contractAddress: string
      transactionHash: string
      blockNumber: number
      /** The position in the block, which distinguishes otherwise equal events. */
      logIndex?: number
      data: {
        userAddress?: string
        amount?: string
        tokenId?: string
      }
    }
    answer: {
      success: true
      message: string
    }
  }
  /** Receive a subscription event */
  "POST /webhooks/revenuecat": {
    body: {
      api_version?: string | null
      event: {
        id: string
        type: string
        event_timestamp_ms: number
        /** The user's id. */
        app_user_id?: string | null
        original_app_user_id?: string | null
        aliases?: string[] | null
        environment?: string | null
        product_id?: string | null
        original_transaction_id?: string | null
        transaction_id?: string | null
        store?: string | null
        period_type?: string | null
        entitlement_ids?: string[] | null
        entitlement_id?: string | null
        purchased_at_ms?: number | null
        expiration_at_ms?: number | null
        grace_period_expiration_at_ms?: number | null
        auto_resume_at_ms?: number | null
        cancel_reason?: string | null
        expiration_reason?: string | null
        transferred_from?: string[] | null
        transferred_to?: string[] | null
      }
    }
    answer: {
      success: true
      message: string
    }
  }
  /** Receive an event of a payment provider */
  "POST /webhooks/payments/{provider}": {
    path: {
      provider: string
    }
    body: Record<string, unknown>
    answer: {
      success: true
      message: string
    }
  }
  /** See how the service does */
  "GET /admin/stats": {
    answer: {
      success: true
      data: AdminStats
      message?: string
    }
  }
  /** Search users */
  "GET /admin/users": {
    query?: {
      page?: number
      limit?: number
      /** A part of the username or email address */
      search?: string
      role?: "USER" | "CREATOR" | "SUPPORT" | "MODERATOR" | "ADMIN"
      isSuspended?: "true" | "false"
      /** Signed up at this time or later */
      from?: string
      /** Signed up before this time */
      to?: string
      /** With a learning activity on this day or later, the last active first. Not together with other filters. Looks at the newest 50,000 activities. */
      activeSince?: string
      /** With `activeSince`: the activity was on this day or before */
      activeTo?: string
      /** Who completed a first lesson or course, or got a first certificate, within 90 days after the sign-up. Not together with other filters than `from` and `to`. Looks at the newest 5,000 sign-ups of that time. */
      reached?: "LESSON" | "COURSE" | "CERTIFICATE"
    }
    answer: {
      success: true
      data: AdminUserSummary[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Read a user */
  "GET /admin/users/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: AdminUser
      message?: string
    }
  }
  /** Suspend a user */
  "POST /admin/users/{id}/suspend": {
    path: {
      id: string
    }
    body?: {
      reason?: string
      /** Change nothing, with 412, unless the user has been suspended since this time; null: is not suspended */
      ifSuspendedAt?: string | null
    }
    answer: {
      success: true
      data: Suspension
      message?: string
    }
  }
  /** Unsuspend a user */
  "POST /admin/users/{id}/unsuspend": {
    path: {
      id: string
    }
    body?: {
      reason?: string
      /** Change nothing, with 412, unless the user has been suspended since this time; null: is not suspended */
      ifSuspendedAt?: string | null
    }
    answer: {
      success: true
      data: Suspension
      message?: string
    }
  }
  /** Change the role of a user */
  "PATCH /admin/users/{id}/role": {
    path: {
      id: string
    }
    body: {
      role: "USER" | "CREATOR" | "SUPPORT" | "MODERATOR" | "ADMIN"
      reason?: string
      /** Change nothing, with 412, unless the user has this role */
      ifRole?: "USER" | "CREATOR" | "SUPPORT" | "MODERATOR" | "ADMIN"
    }
    answer: {
      success: true
      data: {
        id: string
        role: "USER" | "CREATOR" | "SUPPORT" | "MODERATOR" | "ADMIN"
      }
      message?: string
    }
  }
  /** Send a message to a user */
  "POST /admin/users/{id}/notifications": {
    path: {
      id: string
    }
    body: {
      title: string
      body: string
      /** The path in the app that the notification opens */
      link?: string
    }
    answer: {
      success: true
      data: {
        isQueued: true
      }
      message?: string
    }
  }
  /** Grant premium to a user */
  "PUT /admin/users/{id}/subscription": {
    path: {
      id: string
    }
    body: {
      /** Null for a grant without an end */
      until: string | null
      reason?: string
    }
    answer: {
      success: true
      data: PremiumGrant
      message?: string
    }
  }
  /** End the premium grant of a user */
  "DELETE /admin/users/{id}/subscription": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: PremiumGrant
      message?: string
    }
  }
  /** Read what waits for a person */
  "GET /admin/attention": {
    answer: {
      success: true
      data: AdminAttention
      message?: string
    }
  }
  /** Search for anything */
  "GET /admin/search": {
    query: {
      q: string
    }
    answer: {
      success: true
      data: AdminSearchResult[]
      message?: string
    }
  }
  /** Read everything about a user that staff need first */
  "GET /admin/users/{id}/overview": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: AdminUserOverview
      message?: string
    }
  }
  /** List the courses of a user */
  "GET /admin/users/{id}/enrollments": {
    path: {
      id: string
    }
    query?: {
      page?: number
      limit?: number
    }
    answer: {
      success: true
      data: AdminEnrollment[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** List the users whom a user invited */
  "GET /admin/users/{id}/referrals": {
    path: {
      id: string
    }
    query?: {
      page?: number
      limit?: number
    }
    answer: {
      success: true
      data: AdminReferralMember[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** List the ledger entries of a user */
  "GET /admin/users/{id}/ledger": {
    path: {
      id: string
    }
    query?: {
      page?: number
      limit?: number
      asset?: "XP" | "GEM" | "USDT"
      from?: string
      to?: string
    }
    answer: {
      success: true
      data: AdminLedgerEntry[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** List the sessions of a user */
  "GET /admin/users/{id}/sessions": {
    path: {
      id: string
    }
    query?: {
      page?: number
      limit?: number
    }
    answer: {
      success: true
      data: AdminSession[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** End all sessions of a user */
  "POST /admin/users/{id}/sessions/revoke": {
    path: {
      id: string
    }
    body: {
      reason: string
    }
    answer: {
      success: true
      data: {
        id: string
        revokedSessions: number
      }
      message?: string
    }
  }
  /** View the app as a learner, without changing anything */
  "POST /admin/users/{id}/view-as": {
    path: {
      id: string
    }
    body: {
      reason: string
    }
    answer: {
      success: true
      data: {
        id: string
        username: string
        accessToken: string
        /** ISO 8601, UTC */
        expiresAt: string
      }
      message?: string
    }
  }
  /** List the notes on a user */
  "GET /admin/users/{id}/notes": {
    path: {
      id: string
    }
    query?: {
      page?: number
      limit?: number
    }
    answer: {
      success: true
      data: UserNote[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Write a note on a user */
  "POST /admin/users/{id}/notes": {
    path: {
      id: string
    }
    body: {
      text: string
    }
    answer: {
      success: true
      data: UserNote
      message?: string
    }
  }
  /** Delete a note on a user */
  "DELETE /admin/users/{id}/notes/{noteId}": {
    path: {
      id: string
      noteId: string
    }
    answer: {
      success: true
      data: {
        id: string
        isDeleted: true
      }
      message?: string
    }
  }
  /** List submissions that need a human review */
  "GET /admin/submissions": {
    query?: {
      page?: number
      limit?: number
      /** Only submissions to the project of this course */
      courseId?: string
    }
    answer: {
      success: true
      data: QueuedSubmission[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Decide a submission */
  "POST /admin/submissions/{id}/decision": {
    path: {
      id: string
    }
    body: {
      decision: "PASSED" | "NEEDS_REVISION"
      reason: string
    }
    answer: {
      success: true
      data: {
        id: string
        userId: string
        status: "PASSED" | "NEEDS_REVISION"
      }
      message?: string
    }
  }
  /** List orders */
  "GET /admin/orders": {
    query?: {
      page?: number
      limit?: number
      userId?: string
      status?: "PENDING_PAYMENT" | "PAYMENT_RECEIVED" | "PROCESSING" | "PAYOUT_SENT" | "COMPLETED" | "EXPIRED" | "CANCELLED" | "FAILED" | "REFUND_PENDING" | "REFUNDED" | "UNDER_REVIEW"
      provider?: string
      /** Created at this time or later */
      from?: string
      /** Created before this time */
      to?: string
    }
    answer: {
      success: true
      data: AdminOrderSummary[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Read an order with its history */
  "GET /admin/orders/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: AdminOrder
      message?: string
    }
  }
  /** Retry an order */
  "POST /admin/orders/{id}/retry": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: AdminOrder
      message?: string
    }
  }
  /** Accept the payment of an order under review */
  "POST /admin/orders/{id}/accept": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: AdminOrder
      message?: string
    }
  }
  /** Preview the refund of an order */
  "GET /admin/orders/{id}/refund": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: OrderRefundPreview
      message?: string
    }
  }
  /** Refund an order */
  "POST /admin/orders/{id}/refund": {
    path: {
      id: string
    }
    body: {
      reason: string
      /** For a completed order: the shortfall of the preview. */
      shortfall?: number
      byHand?: boolean
    }
    answer: {
      success: true
      data: AdminOrder
      message?: string
    }
  }
  /** List the certificates of a user */
  "GET /admin/users/{id}/certificates": {
    path: {
      id: string
    }
    query?: {
      page?: number
      limit?: number
    }
    answer: {
      success: true
      data: AdminCertificate[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** List certificates */
  "GET /admin/certificates": {
    query?: {
      page?: number
      limit?: number
      number?: string
      userId?: string
      courseId?: string
      status?: "MINTING" | "MINTED" | "FAILED" | "REVOKED"
      /** Issued at this time or later */
      from?: string
      /** Issued before this time */
      to?: string
    }
    answer: {
      success: true
      data: AdminCertificate[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Revoke a certificate */
  "POST /admin/certificates/{id}/revoke": {
    path: {
      id: string
    }
    body: {
      reason: "ISSUED_IN_ERROR" | "MISCONDUCT" | "REQUESTED_BY_HOLDER"
    }
    answer: {
      success: true
      data: AdminCertificate
      message?: string
    }
  }
  /** Correct the name on a certificate */
  "PATCH /admin/certificates/{id}": {
    path: {
      id: string
    }
    body: {
      studentName: string
    }
    answer: {
      success: true
      data: AdminCertificate
      message?: string
    }
  }
  /** Read the state of the relayer */
  "GET /admin/chain": {
    answer: {
      success: true
      data: AdminChainState
      message?: string
    }
  }
  /** List chain transactions */
  "GET /admin/chain-transactions": {
    query?: {
      page?: number
      limit?: number
      status?: "queued" | "sent" | "confirmed" | "failed"
      kind?: string
      hash?: string
    }
    answer: {
      success: true
      data: AdminChainTransaction[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** List outgoing mails */
  "GET /admin/emails": {
    query?: {
      page?: number
      limit?: number
      state?: "PENDING" | "FAILED" | "SENT"
      /** The whole address, in any case */
      recipient?: string
    }
    answer: {
      success: true
      data: AdminEmail[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Send a mail again */
  "POST /admin/emails/{id}/resend": {
    path: {
      id: string
    }
    body: {
      reason: string
    }
    answer: {
      success: true
      data: AdminEmail
      message?: string
    }
  }
  /** List received webhook events */
  "GET /admin/inbox/events": {
    query?: {
      page?: number
      limit?: number
      source?: string
      status?: "PENDING" | "APPLIED" | "IGNORED" | "UNMATCHED" | "DEAD"
    }
    answer: {
      success: true
      data: WebhookEvent[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Read a received webhook event with its body */
  "GET /admin/inbox/events/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: WebhookEventDetail
      message?: string
    }
  }
  /** List failed webhook events */
  "GET /admin/inbox/dead-letters": {
    query?: {
      page?: number
      limit?: number
    }
    answer: {
      success: true
      data: DeadEvent[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Process a failed webhook event again */
  "POST /admin/inbox/dead-letters/{id}/replay": {
    path: {
      id: string
    }
    body?: {
      reason?: string
    }
    answer: {
      success: true
      data: {
        id: string
        state: "PENDING"
      }
      message?: string
    }
  }
  /** List job queues with their counts */
  "GET /admin/jobs": {
    answer: {
      success: true
      data: JobQueue[]
      message?: string
    }
  }
  /** List failed jobs */
  "GET /admin/jobs/failed": {
    query?: {
      page?: number
      limit?: number
      job?: string
    }
    answer: {
      success: true
      data: FailedJob[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Retry a failed job */
  "POST /admin/jobs/failed/{id}/retry": {
    path: {
      id: string
    }
    body?: {
      reason?: string
    }
    answer: {
      success: true
      data: {
        id: string
        job: string
      }
      message?: string
    }
  }
  /** List the latest ledger audits */
  "GET /admin/ledger/audits": {
    answer: {
      success: true
      data: LedgerAudit[]
      message?: string
    }
  }
  /** Request a ledger audit */
  "POST /admin/ledger/audits": {
    answer: {
      success: true
      data: LedgerAudit
      message?: string
    }
  }
  /** List the transfers of the ledger */
  "GET /admin/ledger/transfers": {
    query?: {
      page?: number
      limit?: number
      account?: string
      /** The whole reference */
      reference?: string
      reason?: string
      /** True: only transfers to or from the escrow of a contest, battle or order. Not with an account or a reference. */
      isEscrow?: "true" | "false"
      from?: string
      to?: string
    }
    answer: {
      success: true
      data: AdminLedgerTransfer[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Read the settings of the site */
  "GET /admin/site-settings": {
    answer: {
      success: true
      data: SiteSettings
      message?: string
    }
  }
  /** Replace the settings of the site */
  "PUT /admin/site-settings": {
    body: {
      name: string
      language: "en" | "fr" | "pt" | "sw" | "ar"
      /** violet, blue, teal, green, rose, orange, or a colour as #rrggbb that is dark enough for white text (contrast 4.5 to 1) */
      accent: string
      reason?: string
      /** Change nothing, with 412, unless the settings were last changed at this time */
      ifUpdatedAt?: string | null
    }
    answer: {
      success: true
      data: SiteSettings
      message?: string
    }
  }
  /** Upload the logo of the site */
  "PUT /admin/site-settings/logo": {
    body: Record<string, never> | FormData
    answer: {
      success: true
      data: SiteSettings
      message?: string
    }
  }
  /** Remove the logo of the site */
  "DELETE /admin/site-settings/logo": {
    answer: {
      success: true
      data: SiteSettings
      message?: string
    }
  }
  /** Read the settings that apply at run time */
  "GET /admin/runtime-settings": {
    answer: {
      success: true
      data: RuntimeSettings
      message?: string
    }
  }
  /** Replace the settings that apply at run time */
  "PUT /admin/runtime-settings": {
    body: {
      /** Whether visitors may create accounts */
      isSignUpOpen: boolean | null
      /** Whether users may stake gems in battles and pay entry fees of contests. What was staked before is settled as agreed. */
      areStakesOn: boolean | null
      /** Requests of a user, or of a network without a token, in a time */
      generalLimit: {
        count: number
        windowSeconds: number
      } | null
      /** What a creator may offer per course, per contest and per day */
      creatorLimits: {
        courseXp: number
        courseGems: number
        poolGems: number
        dailyXp: number
        dailyGems: number
      } | null
      /** What one administrator may grant within 24 hours without approval; 0: any amount */
      grantLimits: {
        gems: number
        xp: number
      } | null
      /** The roles whose users must use two-factor sign-in for everything under /admin */
      twoFactorRoles: ("ADMIN" | "SUPPORT" | "MODERATOR" | "CREATOR")[] | null
      version: number
      reason: string
    }
    answer: {
      success: true
      data: RuntimeSettings
      message?: string
    }
  }
  /** Grant gems or XP to a user, or take them */
  "POST /admin/users/{id}/grants": {
    path: {
      id: string
    }
    body: {
      asset: "GEM" | "XP"
      amount: number
      reason: string
    }
    answer: {
      success: true
      data: {
        newTotalXP: number
        newTotalGems: number
        /** The request that waits for another administrator; null if the grant is paid. */
        approval: {
          requestId: string
          /** ISO 8601, UTC */
          expiresAt: string
        } | null
      }
      message?: string
    }
  }
  /** List grants that need approval */
  "GET /admin/grant-requests": {
    query?: {
      page?: number
      limit?: number
      status?: "PENDING" | "APPROVED" | "REJECTED" | "EXPIRED"
    }
    answer: {
      success: true
      data: GrantRequest[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Approve a grant */
  "POST /admin/grant-requests/{id}/approve": {
    path: {
      id: string
    }
    body: {
      reason: string
    }
    answer: {
      success: true
      data: GrantRequest
      message?: string
    }
  }
  /** Reject a grant */
  "POST /admin/grant-requests/{id}/reject": {
    path: {
      id: string
    }
    body: {
      reason: string
    }
    answer: {
      success: true
      data: GrantRequest
      message?: string
    }
  }
  /** Read the audit log */
  "GET /admin/audit": {
    query?: {
      page?: number
      limit?: number
      actorId?: string
      act?: "user.suspended" | "user.restored" | "user.role_changed" | "user.granted" | "user.grant_requested" | "user.grant_rejected" | "user.notified" | "user.sessions_revoked" | "user.viewed" | "user.note_added" | "user.note_deleted" | "user.two_factor_reset" | "subscription.granted" | "subscription.ended" | "course.created" | "course.updated" | "course.published" | "course.scheduled" | "course.schedule_cancelled" | "course.changes_discarded" | "course.restored" | "course.archived" | "course.author_added" | "course.author_removed" | "course.transferred" | "course.taken_over" | "course.given_back" | "lesson.created" | "lesson.updated" | "lesson.published" | "lesson.scheduled" | "lesson.schedule_cancelled" | "lesson.changes_discarded" | "lesson.restored" | "lesson.archived" | "lesson.shared" | "lesson.unshared" | "lesson.drafted_by_model" | "review.submitted" | "review.approved" | "review.returned" | "review.withdrawn" | "course_test.updated" | "course_test.restored" | "course_test.questions_added" | "course_test.published" | "question.created" | "question.updated" | "question.published" | "question.archived" | "question.imported" | "question.drafted_by_model" | "model_mark.deleted" | "content.imported" | "question.bulk_changed" | "topic.created" | "topic.renamed" | "learning_path.created" | "learning_path.updated" | "learning_path.published" | "learning_path.archived" | "learning_path.restored" | "capstone.restored" | "capstone.created" | "capstone.updated" | "capstone.published" | "capstone.archived" | "contest.created" | "contest.updated" | "contest.cancelled" | "contest_plan.created" | "contest_plan.updated" | "contest_plan.published" | "contest_plan.stopped" | "contest_plan.deleted" | "promotion.created" | "promotion.updated" | "promotion.published" | "promotion.archived" | "badge.created" | "badge.updated" | "badge.published" | "badge.archived" | "medium.created" | "medium.updated" | "medium.deleted" | "submission.decided" | "report.decided" | "broadcast.created" | "broadcast.updated" | "broadcast.tested" | "broadcast.scheduled" | "broadcast.stopped" | "order.retried" | "order.accepted" | "order.refunded" | "certificate.corrected" | "certificate.revoked" | "certificate_name.changed" | "inbox.replayed" | "job.retried" | "email.resent" | "ledger.audit_requested" | "site.set_up" | "site.updated" | "site.logo_replaced" | "site.logo_removed" | "settings.updated"
      subjectKind?: string
      subjectId?: string
      userId?: string
      since?: string
      until?: string
    }
    answer: {
      success: true
      data: AuditEntry[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Report a course, a lesson, a question or a user */
  "POST /reports": {
    body: {
      kind: "COURSE" | "LESSON" | "QUESTION" | "USER"
      targetId: string
      reason: "WRONG" | "OFFENSIVE" | "SPAM" | "CHEATING" | "COPYRIGHT" | "OTHER"
      text?: string
    }
    answer: {
      success: true
      data: {
        id: string
        /** ISO 8601, UTC */
        createdAt: string
      }
      message: string
    }
  }
  /** List reports */
  "GET /admin/reports": {
    query?: {
      page?: number
      limit?: number
      status?: "OPEN" | "DISMISSED" | "ACTED"
      kind?: "COURSE" | "LESSON" | "QUESTION" | "USER"
    }
    answer: {
      success: true
      data: Report[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Decide a report */
  "POST /admin/reports/{id}/decision": {
    path: {
      id: string
    }
    body: {
      decision: "DISMISSED" | "ACTED"
      note?: string
    }
    answer: {
      success: true
      data: Report
      message?: string
    }
  }
  /** List broadcasts */
  "GET /admin/broadcasts": {
    query?: {
      page?: number
      limit?: number
      status?: "DRAFT" | "SCHEDULED" | "SENDING" | "SENT" | "STOPPED"
    }
    answer: {
      success: true
      data: Broadcast[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Create a draft of a message to many users */
  "POST /admin/broadcasts": {
    body: {
      /** For staff. It is typed again to confirm the sending. */
      name: string
      /** The preferences of users for this type apply. SYSTEM is for what every user must know. */
      type: "ANNOUNCEMENT" | "SYSTEM"
      /** The message by language, in plain text */
      texts: Record<string, {
        title: string
        body: string
      }>
      /** The language of `texts` for users whose own language is missing there */
      fallbackLanguage: string
      /** The path in the app that the message opens */
      link?: string
      /** Of these, each user gets those that the user wants for the type. */
      channels?: {
        inApp: boolean
        push: boolean
        email: boolean
      }
      segment?: BroadcastSegment
      messagesPerSecond?: number
    }
    answer: {
      success: true
      data: Broadcast
      message?: string
    }
  }
  /** Read a broadcast and its progress */
  "GET /admin/broadcasts/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: Broadcast
      message?: string
    }
  }
  /** Change a draft */
  "PATCH /admin/broadcasts/{id}": {
    path: {
      id: string
    }
    body: {
      /** For staff. It is typed again to confirm the sending. */
      name?: string
      /** The preferences of users for this type apply. SYSTEM is for what every user must know. */
      type?: "ANNOUNCEMENT" | "SYSTEM"
      /** The message by language, in plain text */
      texts?: Record<string, {
        title: string
        body: string
      }>
      /** The language of `texts` for users whose own language is missing there */
      fallbackLanguage?: string
      /** The path in the app that the message opens */
      link?: string
      /** Of these, each user gets those that the user wants for the type. */
      channels?: {
        inApp: boolean
        push: boolean
        email: boolean
      }
      segment?: BroadcastSegment
      messagesPerSecond?: number
      /** Of the broadcast that you read; another one is 412 `BROADCAST_CHANGED`. */
      version: number
    }
    answer: {
      success: true
      data: Broadcast
      message?: string
    }
  }
  /** Count the recipients, and see the message in each language */
  "POST /admin/broadcasts/{id}/preview": {
    path: {
      id: string
    }
    body?: {
      sendTest?: boolean
      language?: string
    }
    answer: {
      success: true
      data: {
        recipients: {
          count: number
          /** Only the first 50,000 accounts were looked at. */
          isCapped: boolean
        }
        messages: {
          language: string
          /** The language of the text that these users get */
          textLanguage: string
          title: string
          body: string
        }[]
        isTestSent: boolean
      }
      message?: string
    }
  }
  /** Send a broadcast, now or at a time */
  "POST /admin/broadcasts/{id}/send": {
    path: {
      id: string
    }
    body: {
      /** Of the broadcast that you read; another one is 412 `BROADCAST_CHANGED`. */
      version: number
      confirmName: string
      /** Without it: now. Within a year. */
      sendAt?: string
    }
    answer: {
      success: true
      data: Broadcast
      message?: string
    }
  }
  /** Stop a broadcast */
  "POST /admin/broadcasts/{id}/stop": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: Broadcast
      message?: string
    }
  }
  /** Import questions from a file */
  "POST /admin/questions/import": {
    body: QuestionImport | FormData
    answer: {
      success: true
      data: QuestionImportReport
      message?: string
    }
  }
  /** Export questions as a file */
  "GET /admin/questions/export": {
    query: {
      /** A part of the prompt, of an option, or of another text that the question asks with */
      search?: string
      status?: "DRAFT" | "PUBLISHED" | "ARCHIVED"
      topicId?: string
      use?: "PRACTICE" | "CHALLENGE"
      type?: "SINGLE_CHOICE" | "MULTIPLE_CHOICE" | "NUMBER" | "SHORT_TEXT" | "ORDER" | "MATCH" | "GAP"
      difficulty?: "EASY" | "MEDIUM" | "HARD"
      tag?: string
      /** Only the questions in the lessons of this course, or in its test */
      courseId?: string
      /** Only the questions of this lesson */
      lessonId?: string
      format: "gift" | "moodle-xml" | "csv"
    }
    answer: undefined
  }
  /** List the tags of your questions */
  "GET /admin/question-tags": {
    answer: {
      success: true
      data: {
        tag: string
        questionCount: number
      }[]
      message?: string
    }
  }
  /** List questions that are the same */
  "GET /admin/questions/duplicates": {
    query?: {
      page?: number
      limit?: number
    }
    answer: {
      success: true
      data: (({
        id: string
        prompt: string
        type: "SINGLE_CHOICE" | "MULTIPLE_CHOICE" | "NUMBER" | "SHORT_TEXT" | "ORDER" | "MATCH" | "GAP"
        status: "DRAFT" | "PUBLISHED" | "ARCHIVED"
      })[])[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Change many questions */
  "POST /admin/questions/bulk": {
    body: QuestionBulkChange
    answer: {
      success: true
      data: QuestionBulkResult
      message?: string
    }
  }
  /** Create a topic */
  "POST /admin/topics": {
    body: {
      title: string
    }
    answer: {
      success: true
      data: {
        id: string
        key: string
        title: string
      }
      message?: string
    }
  }
  /** List topics */
  "GET /admin/topics": {
    answer: {
      success: true
      data: {
        id: string
        key: string
        title: string
      }[]
      message?: string
    }
  }
  /** Rename a topic */
  "PATCH /admin/topics/{id}": {
    path: {
      id: string
    }
    body: {
      title: string
    }
    answer: {
      success: true
      data: {
        id: string
        key: string
        title: string
      }
      message?: string
    }
  }
  /** Read whether a model drafts for authors, and what it drafted */
  "GET /admin/model-drafts": {
    query?: {
      lessonId?: string
      questionId?: string
    }
    answer: {
      success: true
      data: {
        isAvailable: boolean
        dailyLimit: number
        marks: ModelDraftMark[]
      }
      message?: string
    }
  }
  /** Let a model draft slides for a lesson */
  "POST /admin/lessons/{id}/model-drafts": {
    path: {
      id: string
    }
    body: {
      /** The text to draft from. It is sent to the model and not stored. */
      sourceText: string
      /** Kept with the mark */
      sourceTitle: string
      sourceUrl?: string | null
      /** About how many slides or questions */
      count?: number
    }
    answer: {
      success: true
      data: {
        slides: ({
          type: "TEXT_WITH_IMAGE"
          title: string
          content: string
        } | {
          type: "CODE"
          title: string
          content: string
          language?: string
          /** Learners may edit and run the code, which is JavaScript or SQL */
          runnable?: boolean
          /** SQL statements that create the tables of a runnable slide */
          setup?: string
          /** The output that the learner is asked to produce: printed lines, or rows with ` | ` between their cells */
          expectedOutput?: string
        } | {
          type: "FLASHCARD"
          front: string
          back: string
        } | {
          type: "CALLOUT"
          tone: "TIP" | "INFO" | "WARNING"
          content: string
        } | {
          type: "VIDEO"
          title: string
          mediaUrl: string
          captionsUrl?: string | null
          durationSeconds: number
        } | {
          type: "QUIZ"
          questionId: string
        } | {
          type: "QUIZ"
          question: QuizDraft
        })[]
        dropped: DroppedModelItem[]
        mark: ModelDraftMark
      }
      message?: string
    }
  }
  /** Let a model draft questions */
  "POST /admin/questions/model-drafts": {
    body: {
      /** The text to draft from. It is sent to the model and not stored. */
      sourceText: string
      /** Kept with the mark */
      sourceTitle: string
      sourceUrl?: string | null
      /** About how many slides or questions */
      count?: number
      /** Default: the topic "general". */
      topicId?: string
      use?: "PRACTICE" | "CHALLENGE"
      difficulty?: "EASY" | "MEDIUM" | "HARD"
      tags?: string[]
    }
    answer: {
      success: true
      data: {
        questionIds: string[]
        dropped: DroppedModelItem[]
      }
      message?: string
    }
  }
  /** Remove the mark of a draft of a model */
  "DELETE /admin/model-drafts/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: ModelDraftMark
      message?: string
    }
  }
  /** List courses in every status */
  "GET /admin/courses": {
    query?: {
      page?: number
      limit?: number
      status?: "DRAFT" | "PUBLISHED" | "ARCHIVED"
      search?: string
      /** Only content that belongs to the caller */
      mine?: "true" | "false"
    }
    answer: {
      success: true
      data: ListedCourse[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Create a course */
  "POST /admin/courses": {
    body: CourseDraft
    answer: {
      success: true
      data: EditedCourse
      message?: string
    }
  }
  /** Read a course in any status */
  "GET /admin/courses/{id}": {
    path: {
      id: string
    }
    query?: {
      /** The version that learners see, without unpublished changes */
      published?: "true" | "false"
    }
    answer: {
      success: true
      data: EditedCourse
      message?: string
    }
  }
  /** Update a course */
  "PATCH /admin/courses/{id}": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    body?: CoursePatch
    answer: {
      success: true
      data: EditedCourse
      message?: string
    }
  }
  /** Publish a course */
  "POST /admin/courses/{id}/publish": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    body?: {
      /** Also publish the changes of its published lessons */
      includeLessons?: boolean
      /** What changed, in plain text, for learners who have begun the lesson, or any lesson of the course. They get at most one message a day about a course. It is ignored unless changes of published content are published. */
      changeNote?: string
    }
    answer: {
      success: true
      data: EditedCourse
      message?: string
    }
  }
  /** Discard the unpublished changes of a course */
  "POST /admin/courses/{id}/discard-changes": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    answer: {
      success: true
      data: EditedCourse
      message?: string
    }
  }
  /** Archive a course */
  "POST /admin/courses/{id}/archive": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    answer: {
      success: true
      data: EditedCourse
      message?: string
    }
  }
  /** List the owner and the co-authors of a course */
  "GET /admin/courses/{id}/authors": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: CourseAuthor[]
      message?: string
    }
  }
  /** Add a co-author to a course */
  "POST /admin/courses/{id}/authors": {
    path: {
      id: string
    }
    body: {
      userId: string
    } | {
      email: string
    }
    answer: {
      success: true
      data: CourseAuthor[]
      message?: string
    }
  }
  /** Remove a co-author from a course */
  "DELETE /admin/courses/{id}/authors/{userId}": {
    path: {
      id: string
      userId: string
    }
    answer: {
      success: true
      data: CourseAuthor[]
      message?: string
    }
  }
  /** Transfer a course to another author */
  "POST /admin/courses/{id}/transfer": {
    path: {
      id: string
    }
    body: {
      userId: string
    } | {
      email: string
    }
    answer: {
      success: true
      data: CourseAuthor[]
      message?: string
    }
  }
  /** Take over a course of a content pack */
  "POST /admin/courses/{id}/take-over": {
    path: {
      id: string
    }
    body: {
      reason: string
      /** Default: the caller */
      owner?: {
        userId: string
      } | {
        email: string
      }
    }
    answer: {
      success: true
      data: EditedCourse
      message?: string
    }
  }
  /** Give a course back to its content pack */
  "DELETE /admin/courses/{id}/take-over": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: EditedCourse
      message?: string
    }
  }
  /** List the lessons of a course in every status */
  "GET /admin/courses/{id}/lessons": {
    path: {
      id: string
    }
    query?: {
      page?: number
      limit?: number
      status?: "DRAFT" | "PUBLISHED" | "ARCHIVED"
    }
    answer: {
      success: true
      data: EditedLesson[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Create a lesson */
  "POST /admin/courses/{id}/lessons": {
    path: {
      id: string
    }
    body: LessonDraft
    answer: {
      success: true
      data: EditedLesson
      message?: string
    }
  }
  /** Read a lesson in any status */
  "GET /admin/lessons/{id}": {
    path: {
      id: string
    }
    query?: {
      /** The version that learners see, without unpublished changes */
      published?: "true" | "false"
    }
    answer: {
      success: true
      data: EditedLesson
      message?: string
    }
  }
  /** Update a lesson */
  "PATCH /admin/lessons/{id}": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    body?: LessonPatch
    answer: {
      success: true
      data: EditedLesson
      message?: string
    }
  }
  /** Publish a lesson */
  "POST /admin/lessons/{id}/publish": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    body?: {
      /** What changed, in plain text, for learners who have begun the lesson, or any lesson of the course. They get at most one message a day about a course. It is ignored unless changes of published content are published. */
      changeNote?: string
    }
    answer: {
      success: true
      data: EditedLesson
      message?: string
    }
  }
  /** Discard the unpublished changes of a lesson */
  "POST /admin/lessons/{id}/discard-changes": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    answer: {
      success: true
      data: EditedLesson
      message?: string
    }
  }
  /** Archive a lesson */
  "POST /admin/lessons/{id}/archive": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    answer: {
      success: true
      data: EditedLesson
      message?: string
    }
  }
  /** Preview a lesson */
  "GET /admin/lessons/{id}/preview": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: LessonContent
      message?: string
    }
  }
  /** Create a link to the preview of a lesson */
  "POST /admin/lessons/{id}/preview-link": {
    path: {
      id: string
    }
    body?: {
      /** How long the link is valid */
      days?: number
    }
    answer: {
      success: true
      data: LessonPreviewLink
      message?: string
    }
  }
  /** End the link to the preview of a lesson */
  "DELETE /admin/lessons/{id}/preview-link": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: {
        id: string
      }
      message?: string
    }
  }
  /** Schedule the publication of a course */
  "PUT /admin/courses/{id}/schedule": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    body: {
      /** In the future, within a year */
      publishAt: string
      /** Also publish the changes of its published lessons */
      includeLessons?: boolean
      /** What changed, in plain text, for learners who have begun the lesson, or any lesson of the course. They get at most one message a day about a course. It is ignored unless changes of published content are published. */
      changeNote?: string
    }
    answer: {
      success: true
      data: EditedCourse
      message?: string
    }
  }
  /** Cancel the scheduled publication of a course */
  "DELETE /admin/courses/{id}/schedule": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: EditedCourse
      message?: string
    }
  }
  /** Schedule the publication of a lesson */
  "PUT /admin/lessons/{id}/schedule": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    body: {
      /** In the future, within a year */
      publishAt: string
      /** What changed, in plain text, for learners who have begun the lesson, or any lesson of the course. They get at most one message a day about a course. It is ignored unless changes of published content are published. */
      changeNote?: string
    }
    answer: {
      success: true
      data: EditedLesson
      message?: string
    }
  }
  /** Cancel the scheduled publication of a lesson */
  "DELETE /admin/lessons/{id}/schedule": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: EditedLesson
      message?: string
    }
  }
  /** Submit a course for review */
  "POST /admin/courses/{id}/review-requests": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    body?: {
      /** The lessons to publish. Default: all drafts and all lessons with changes */
      lessonIds?: string[]
      /** For the reviewer, in plain text */
      message?: string
      /** What changed, in plain text, for learners who have begun the lesson, or any lesson of the course. They get at most one message a day about a course. It is ignored unless changes of published content are published. */
      changeNote?: string
      /** Default: with the approval */
      publishAt?: string
    }
    answer: {
      success: true
      data: ReviewRequest
      message?: string
    }
  }
  /** List the review requests of a course */
  "GET /admin/courses/{id}/review-requests": {
    path: {
      id: string
    }
    query?: {
      page?: number
      limit?: number
      status?: "OPEN" | "APPROVED" | "RETURNED" | "WITHDRAWN"
    }
    answer: {
      success: true
      data: ReviewRequest[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** List the review requests of all courses */
  "GET /admin/review-requests": {
    query?: {
      page?: number
      limit?: number
      status?: "OPEN" | "APPROVED" | "RETURNED" | "WITHDRAWN"
    }
    answer: {
      success: true
      data: ReviewRequest[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Compare a review request with what learners see */
  "GET /admin/review-requests/{id}/changes": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: ReviewChanges
      message?: string
    }
  }
  /** Approve a review request */
  "POST /admin/review-requests/{id}/approve": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: ReviewRequest
      message?: string
    }
  }
  /** Return a review request with comments */
  "POST /admin/review-requests/{id}/return": {
    path: {
      id: string
    }
    body: {
      comments: ({
        /** Null for the course */
        lessonId?: string | null
        /** Plain text */
        text: string
      })[]
    }
    answer: {
      success: true
      data: ReviewRequest
      message?: string
    }
  }
  /** Withdraw a review request */
  "POST /admin/review-requests/{id}/withdraw": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: ReviewRequest
      message?: string
    }
  }
  /** List the history of a course */
  "GET /admin/courses/{id}/history": {
    path: {
      id: string
    }
    query?: {
      page?: number
      limit?: number
    }
    answer: {
      success: true
      data: ContentRevision[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Read an earlier version of a course */
  "GET /admin/courses/{id}/history/{version}": {
    path: {
      id: string
      version: string
    }
    answer: {
      success: true
      data: ContentRevisionWithContent
      message?: string
    }
  }
  /** Compare two versions of a course */
  "GET /admin/courses/{id}/history/{version}/diff": {
    path: {
      id: string
      version: string
    }
    query?: {
      /** Default: the newest version */
      to?: number
    }
    answer: {
      success: true
      data: ContentDifference
      message?: string
    }
  }
  /** List the history of a lesson */
  "GET /admin/lessons/{id}/history": {
    path: {
      id: string
    }
    query?: {
      page?: number
      limit?: number
    }
    answer: {
      success: true
      data: ContentRevision[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Read an earlier version of a lesson */
  "GET /admin/lessons/{id}/history/{version}": {
    path: {
      id: string
      version: string
    }
    answer: {
      success: true
      data: ContentRevisionWithContent
      message?: string
    }
  }
  /** Compare two versions of a lesson */
  "GET /admin/lessons/{id}/history/{version}/diff": {
    path: {
      id: string
      version: string
    }
    query?: {
      /** Default: the newest version */
      to?: number
    }
    answer: {
      success: true
      data: ContentDifference
      message?: string
    }
  }
  /** Restore an earlier version of a course */
  "POST /admin/courses/{id}/history/{version}/restore": {
    path: {
      id: string
      version: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    answer: {
      success: true
      data: EditedCourse
      message?: string
    }
  }
  /** Restore an earlier version of a lesson */
  "POST /admin/lessons/{id}/history/{version}/restore": {
    path: {
      id: string
      version: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    answer: {
      success: true
      data: EditedLesson
      message?: string
    }
  }
  /** Copy a course */
  "POST /admin/courses/{id}/duplicate": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: EditedCourse
      message?: string
    }
  }
  /** Copy a lesson */
  "POST /admin/lessons/{id}/duplicate": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: EditedLesson
      message?: string
    }
  }
  /** Replace the order of the lessons of a course */
  "PUT /admin/courses/{id}/lesson-order": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    body: {
      lessonIds: string[]
    }
    answer: {
      success: true
      data: LessonOrder
      message?: string
    }
  }
  /** Compile a formula */
  "GET /admin/formula": {
    query: {
      /** Without dollar signs */
      latex: string
      /** On a line of its own */
      display?: "true" | "false"
    }
    answer: {
      success: true
      data: FormulaPreview
      message?: string
    }
  }
  /** List questions with their answers */
  "GET /admin/questions": {
    query?: {
      page?: number
      limit?: number
      status?: "DRAFT" | "PUBLISHED" | "ARCHIVED"
      /** A part of the prompt, of an option, or of another text that the question asks with */
      search?: string
      /** Only content that belongs to the caller */
      mine?: "true" | "false"
      topicId?: string
      /** Default: PRACTICE and CHALLENGE */
      use?: "PRACTICE" | "CHALLENGE" | "TEST"
      type?: "SINGLE_CHOICE" | "MULTIPLE_CHOICE" | "NUMBER" | "SHORT_TEXT" | "ORDER" | "MATCH" | "GAP"
      difficulty?: "EASY" | "MEDIUM" | "HARD"
      tag?: string
      /** Only the questions in the lessons of this course, or in its test */
      courseId?: string
      /** Only the questions of this lesson */
      lessonId?: string
    }
    answer: {
      success: true
      data: EditedQuestion[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Create a question */
  "POST /admin/questions": {
    body: QuestionDraft
    answer: {
      success: true
      data: EditedQuestion
      message?: string
    }
  }
  /** Read a question with its answer */
  "GET /admin/questions/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: EditedQuestion
      message?: string
    }
  }
  /** Update a question */
  "PATCH /admin/questions/{id}": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    body?: QuestionPatch
    answer: {
      success: true
      data: EditedQuestion
      message?: string
    }
  }
  /** Publish a question */
  "POST /admin/questions/{id}/publish": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    answer: {
      success: true
      data: EditedQuestion
      message?: string
    }
  }
  /** Archive a question */
  "POST /admin/questions/{id}/archive": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    answer: {
      success: true
      data: EditedQuestion
      message?: string
    }
  }
  /** Read the test of a course */
  "GET /admin/courses/{id}/test": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: EditedCourseTest
      message?: string
    }
  }
  /** Update the rules of a course test */
  "PATCH /admin/courses/{id}/test": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    body?: CourseTestPatch
    answer: {
      success: true
      data: EditedCourseTest
      message?: string
    }
  }
  /** List the history of a course test */
  "GET /admin/courses/{id}/test/history": {
    path: {
      id: string
    }
    query?: {
      page?: number
      limit?: number
    }
    answer: {
      success: true
      data: ContentRevision[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Read an earlier version of a course test */
  "GET /admin/courses/{id}/test/history/{version}": {
    path: {
      id: string
      version: string
    }
    answer: {
      success: true
      data: ContentRevisionWithContent
      message?: string
    }
  }
  /** Compare two versions of a course test */
  "GET /admin/courses/{id}/test/history/{version}/diff": {
    path: {
      id: string
      version: string
    }
    query?: {
      /** Default: the newest version */
      to?: number
    }
    answer: {
      success: true
      data: ContentDifference
      message?: string
    }
  }
  /** Restore earlier rules of a course test */
  "POST /admin/courses/{id}/test/history/{version}/restore": {
    path: {
      id: string
      version: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    answer: {
      success: true
      data: EditedCourseTest
      message?: string
    }
  }
  /** Add questions of the bank to a course test */
  "POST /admin/courses/{id}/test/questions": {
    path: {
      id: string
    }
    body: {
      questionIds: string[]
    }
    answer: {
      success: true
      data: AddedTestQuestions
      message?: string
    }
  }
  /** Publish the questions of a course test */
  "POST /admin/courses/{id}/test/publish": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: EditedCourseTest
      message?: string
    }
  }
  /** Draw an example of a course test */
  "GET /admin/courses/{id}/test/example": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: ({
        id: string
        type: "SINGLE_CHOICE" | "MULTIPLE_CHOICE" | "NUMBER" | "SHORT_TEXT" | "ORDER" | "MATCH" | "GAP"
        prompt: string
        skill: string | null
        difficulty: "EASY" | "MEDIUM" | "HARD"
      })[]
      message?: string
    }
  }
  /** List learning paths in every status */
  "GET /admin/learning-paths": {
    query?: {
      page?: number
      limit?: number
      status?: "DRAFT" | "PUBLISHED" | "ARCHIVED"
      search?: string
      /** Only content that belongs to the caller */
      mine?: "true" | "false"
    }
    answer: {
      success: true
      data: EditedLearningPath[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Create a learning path */
  "POST /admin/learning-paths": {
    body: LearningPathDraft
    answer: {
      success: true
      data: EditedLearningPath
      message?: string
    }
  }
  /** Read a learning path in any status */
  "GET /admin/learning-paths/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: EditedLearningPath
      message?: string
    }
  }
  /** Update a learning path */
  "PATCH /admin/learning-paths/{id}": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    body?: LearningPathPatch
    answer: {
      success: true
      data: EditedLearningPath
      message?: string
    }
  }
  /** Publish a learning path */
  "POST /admin/learning-paths/{id}/publish": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    answer: {
      success: true
      data: EditedLearningPath
      message?: string
    }
  }
  /** Archive a learning path */
  "POST /admin/learning-paths/{id}/archive": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    answer: {
      success: true
      data: EditedLearningPath
      message?: string
    }
  }
  /** List the history of a learning path */
  "GET /admin/learning-paths/{id}/history": {
    path: {
      id: string
    }
    query?: {
      page?: number
      limit?: number
    }
    answer: {
      success: true
      data: ContentRevision[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Read an earlier version of a learning path */
  "GET /admin/learning-paths/{id}/history/{version}": {
    path: {
      id: string
      version: string
    }
    answer: {
      success: true
      data: ContentRevisionWithContent
      message?: string
    }
  }
  /** Compare two versions of a learning path */
  "GET /admin/learning-paths/{id}/history/{version}/diff": {
    path: {
      id: string
      version: string
    }
    query?: {
      /** Default: the newest version */
      to?: number
    }
    answer: {
      success: true
      data: ContentDifference
      message?: string
    }
  }
  /** Restore an earlier version of a learning path */
  "POST /admin/learning-paths/{id}/history/{version}/restore": {
    path: {
      id: string
      version: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    answer: {
      success: true
      data: EditedLearningPath
      message?: string
    }
  }
  /** List capstone projects in every status */
  "GET /admin/capstones": {
    query?: {
      page?: number
      limit?: number
      status?: "DRAFT" | "PUBLISHED" | "ARCHIVED"
      search?: string
      /** Only content that belongs to the caller */
      mine?: "true" | "false"
    }
    answer: {
      success: true
      data: EditedCapstone[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Create the capstone project of a course */
  "POST /admin/capstones": {
    body: CapstoneDraft
    answer: {
      success: true
      data: EditedCapstone
      message?: string
    }
  }
  /** Read a capstone project in any status */
  "GET /admin/capstones/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: EditedCapstone
      message?: string
    }
  }
  /** Update a capstone project */
  "PATCH /admin/capstones/{id}": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    body?: CapstonePatch
    answer: {
      success: true
      data: EditedCapstone
      message?: string
    }
  }
  /** Publish a capstone project */
  "POST /admin/capstones/{id}/publish": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    answer: {
      success: true
      data: EditedCapstone
      message?: string
    }
  }
  /** Remove a capstone project from its course */
  "POST /admin/capstones/{id}/archive": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    answer: {
      success: true
      data: EditedCapstone
      message?: string
    }
  }
  /** List the history of a capstone project */
  "GET /admin/capstones/{id}/history": {
    path: {
      id: string
    }
    query?: {
      page?: number
      limit?: number
    }
    answer: {
      success: true
      data: ContentRevision[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Read an earlier version of a capstone project */
  "GET /admin/capstones/{id}/history/{version}": {
    path: {
      id: string
      version: string
    }
    answer: {
      success: true
      data: ContentRevisionWithContent
      message?: string
    }
  }
  /** Compare two versions of a capstone project */
  "GET /admin/capstones/{id}/history/{version}/diff": {
    path: {
      id: string
      version: string
    }
    query?: {
      /** Default: the newest version */
      to?: number
    }
    answer: {
      success: true
      data: ContentDifference
      message?: string
    }
  }
  /** Restore an earlier version of a capstone project */
  "POST /admin/capstones/{id}/history/{version}/restore": {
    path: {
      id: string
      version: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    answer: {
      success: true
      data: EditedCapstone
      message?: string
    }
  }
  /** List contests, including private ones */
  "GET /admin/contests": {
    query?: {
      page?: number
      limit?: number
      /** By `startsAt` */
      order?: "ASC" | "DESC"
      search?: string
      status?: "UPCOMING" | "LIVE" | "ENDED" | "SETTLED" | "CANCELLED"
      /** Only contests of the caller */
      mine?: "true" | "false"
    }
    answer: {
      success: true
      data: Contest[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Create a contest */
  "POST /admin/contests": {
    body: ContestDraft
    answer: {
      success: true
      data: PlannedContest
      message?: string
    }
  }
  /** Read a contest with its answers */
  "GET /admin/contests/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: PlannedContest
      message?: string
    }
  }
  /** Update a contest */
  "PATCH /admin/contests/{id}": {
    path: {
      id: string
    }
    body?: ContestPatch
    answer: {
      success: true
      data: PlannedContest
      message?: string
    }
  }
  /** Cancel a contest */
  "POST /admin/contests/{id}/cancel": {
    path: {
      id: string
    }
    body?: {
      /** Why, for the author and for staff */
      note?: string
    }
    answer: {
      success: true
      data: PlannedContest
      message?: string
    }
  }
  /** List plans of contests */
  "GET /admin/contest-plans": {
    query?: {
      page?: number
      limit?: number
      status?: "DRAFT" | "RUNNING" | "DONE" | "STOPPED"
    }
    answer: {
      success: true
      data: ListedContestPlan[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Create a plan of a contest */
  "POST /admin/contest-plans": {
    body: ContestPlanDraft
    answer: {
      success: true
      data: ContestPlan
      message?: string
    }
  }
  /** Read a plan of a contest */
  "GET /admin/contest-plans/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: ContestPlan
      message?: string
    }
  }
  /** Update a plan of a contest */
  "PATCH /admin/contest-plans/{id}": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    body?: ContestPlanPatch
    answer: {
      success: true
      data: ContestPlan
      message?: string
    }
  }
  /** Delete a plan of a contest */
  "DELETE /admin/contest-plans/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: {
        deleted: true
      }
      message?: string
    }
  }
  /** Publish a plan of a contest */
  "POST /admin/contest-plans/{id}/publish": {
    path: {
      id: string
    }
    headers?: {
      /** The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version. */
      "if-match"?: string
    }
    answer: {
      success: true
      data: ContestPlan
      message?: string
    }
  }
  /** Stop a series of contests */
  "POST /admin/contest-plans/{id}/stop": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: ContestPlan
      message?: string
    }
  }
  /** Read the results of a contest */
  "GET /admin/contests/{id}/results": {
    path: {
      id: string
    }
    query?: {
      page?: number
      limit?: number
      format?: "json" | "csv"
      /** What a CSV file contains */
      table?: "participants" | "questions"
    }
    answer: {
      success: true
      data: ContestResults
      message?: string
    }
  }
  /** List promotions */
  "GET /admin/promotions": {
    query?: {
      page?: number
      limit?: number
      kind?: "POPUP" | "BANNER"
      isEnabled?: "true" | "false"
    }
    answer: {
      success: true
      data: Promotion[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Create a promotion */
  "POST /admin/promotions": {
    body: PromotionInput
    answer: {
      success: true
      data: Promotion
      message?: string
    }
  }
  /** Read a promotion */
  "GET /admin/promotions/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: Promotion
      message?: string
    }
  }
  /** Update a promotion */
  "PATCH /admin/promotions/{id}": {
    path: {
      id: string
    }
    body?: PromotionPatch
    answer: {
      success: true
      data: Promotion
      message?: string
    }
  }
  /** Enable a promotion */
  "POST /admin/promotions/{id}/publish": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: Promotion
      message?: string
    }
  }
  /** Disable a promotion */
  "POST /admin/promotions/{id}/archive": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: Promotion
      message?: string
    }
  }
  /** Read the statistics of a promotion */
  "GET /admin/promotions/{id}/figures": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: PromotionFigures
      message?: string
    }
  }
  /** List badges in every status */
  "GET /admin/badges": {
    query?: {
      page?: number
      limit?: number
      status?: "DRAFT" | "PUBLISHED" | "ARCHIVED"
      search?: string
    }
    answer: {
      success: true
      data: EditedBadge[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Create a badge */
  "POST /admin/badges": {
    body: BadgeDraft
    answer: {
      success: true
      data: EditedBadge
      message?: string
    }
  }
  /** Read a badge in any status */
  "GET /admin/badges/{badgeType}": {
    path: {
      badgeType: string
    }
    answer: {
      success: true
      data: EditedBadge
      message?: string
    }
  }
  /** Update a badge */
  "PATCH /admin/badges/{badgeType}": {
    path: {
      badgeType: string
    }
    body?: BadgePatch
    answer: {
      success: true
      data: EditedBadge
      message?: string
    }
  }
  /** Publish a badge */
  "POST /admin/badges/{badgeType}/publish": {
    path: {
      badgeType: string
    }
    body?: {
      /** The number of badges that this change mints at once, as the 409 says. Needed if it is large; users may join meanwhile, so 1 % more or less is accepted. */
      confirmMints?: number
    }
    answer: {
      success: true
      data: EditedBadge
      message?: string
    }
  }
  /** Archive a badge */
  "POST /admin/badges/{badgeType}/archive": {
    path: {
      badgeType: string
    }
    answer: {
      success: true
      data: EditedBadge
      message?: string
    }
  }
  /** Upload the image of a badge */
  "PUT /admin/badges/{badgeType}/picture": {
    path: {
      badgeType: string
    }
    body: Record<string, never> | FormData
    answer: {
      success: true
      data: EditedBadge
      message?: string
    }
  }
  /** List the media of your library */
  "GET /admin/media": {
    query?: {
      page?: number
      limit?: number
      /** The `nextCursor` of the page before. The response then starts after the last item of that page, although newer items have come; `page` has no effect. */
      cursor?: string
      kind?: "PICTURE" | "AUDIO" | "CAPTIONS"
      /** In names and alternative texts */
      search?: string
      /** Only an ADMIN may read the library of another author. */
      ownerId?: string
    }
    answer: {
      success: true
      data: Medium[]
      meta: {
        total: number
        page: number
        limit: number
        /** The cursor of the next page; null at the end. */
        nextCursor: string | null
        /** Of all media of the author, regardless of the filter */
        usedBytes: number
        quotaBytes: number
      }
      message?: string
    }
  }
  /** Upload a picture, audio or captions */
  "POST /admin/media": {
    body: {
      /** What the picture shows, for those who do not see it */
      alt?: string
      /** True for a picture that shows nothing of importance; without `alt` */
      decorative?: boolean
    } | FormData
    answer: {
      success: true
      data: Medium
      message?: string
    }
  }
  /** Read a medium and where it is used */
  "GET /admin/media/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: MediumDetail
      message?: string
    }
  }
  /** Change the alternative text of a picture */
  "PATCH /admin/media/{id}": {
    path: {
      id: string
    }
    body: {
      /** What the picture shows, for those who do not see it */
      alt: string
    } | {
      decorative: true
    }
    answer: {
      success: true
      data: Medium
      message?: string
    }
  }
  /** Delete a medium */
  "DELETE /admin/media/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: Medium
      message?: string
    }
  }
  /** Read the cover of a course */
  "GET /admin/courses/{id}/cover": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: {
        mediumId: string | null
        /** The picture that an author chose. Null for none, and for the drawing of a content pack. */
        cover: Cover | null
      }
      message?: string
    }
  }
  /** Choose the cover of a course */
  "PUT /admin/courses/{id}/cover": {
    path: {
      id: string
    }
    body: {
      mediumId: string | null
    }
    answer: {
      success: true
      data: {
        mediumId: string | null
        /** The picture that an author chose. Null for none, and for the drawing of a content pack. */
        cover: Cover | null
      }
      message?: string
    }
  }
  /** Read the cover of a learning path */
  "GET /admin/learning-paths/{id}/cover": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: {
        mediumId: string | null
        /** The picture that an author chose. Null for none, and for the drawing of a content pack. */
        cover: Cover | null
      }
      message?: string
    }
  }
  /** Choose the cover of a learning path */
  "PUT /admin/learning-paths/{id}/cover": {
    path: {
      id: string
    }
    body: {
      mediumId: string | null
    }
    answer: {
      success: true
      data: {
        mediumId: string | null
        /** The picture that an author chose. Null for none, and for the drawing of a content pack. */
        cover: Cover | null
      }
      message?: string
    }
  }
  /** Import content packs from an archive */
  "POST /admin/content/imports": {
    query?: {
      /** Only report what would change */
      dryRun?: "true" | "false"
      /** Archive what a pack had before and no longer has */
      archiveMissing?: "true" | "false"
    }
    answer: {
      success: true
      data: ContentImport
      message?: string
    }
  }
  /** Get an import of content */
  "GET /admin/content/imports/{id}": {
    path: {
      id: string
    }
    answer: {
      success: true
      data: ContentImport
      message?: string
    }
  }
  /** Export content as an archive */
  "GET /admin/content/export": {
    query?: {
      pack?: string
      courseId?: string
      authorId?: string
      drafts?: "true" | "false"
    }
    answer: undefined
  }
  /** Report how far you came in a lesson */
  "POST /user-lessons/{lessonId}/plays": {
    path: {
      lessonId: string
    }
    body: {
      /** Of the lesson that was played */
      contentVersion: string
      /** The `order` of each slide that was shown */
      seen: number[]
      /** The slides from which the learner went on, and the time on them */
      read: {
        slide: number
        seconds: number
      }[]
    }
    answer: {
      success: true
      data: PlayReportResult
      message?: string
    }
  }
  /** Read the stats of a course */
  "GET /admin/courses/{id}/figures": {
    path: {
      id: string
    }
    query?: {
      /** The first day (UTC). Without it: all time */
      from?: string
      /** The last day (UTC). Without it: today */
      to?: string
      /** `csv` returns a file instead (RFC 4180) */
      format?: "json" | "csv"
    }
    answer: {
      success: true
      data: CourseStats
      message?: string
    }
  }
  /** List the stats of the questions of a course */
  "GET /admin/courses/{id}/question-figures": {
    path: {
      id: string
    }
    query?: {
      page?: number
      limit?: number
      /** `csv` returns a file instead (RFC 4180) */
      format?: "json" | "csv"
    }
    answer: {
      success: true
      data: CourseQuestionStats[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** List battles */
  "GET /admin/battles": {
    query?: {
      page?: number
      limit?: number
      /** The `nextCursor` of the page before. The response then starts after the last item of that page, although newer items have come; `page` has no effect. */
      cursor?: string
      battleId?: string
      userId?: string
      kind?: "QUEUE" | "FRIEND" | "REMATCH" | "BOT"
      /** `PLAYED`: completed, forfeited or abandoned, as the figures count battles */
      status?: "WAITING" | "IN_PROGRESS" | "COMPLETED" | "FORFEIT" | "ABANDONED" | "CANCELLED" | "PLAYED"
      from?: string
      to?: string
    }
    answer: {
      success: true
      data: AdminBattle[]
      meta: {
        total: number
        page: number
        limit: number
        /** The cursor of the next page; null at the end. */
        nextCursor: string | null
      }
      message?: string
    }
  }
  /** Read how many learners are active */
  "GET /admin/figures/activity": {
    query?: {
      /** The first day. Without it: 29 days before the last one. Of more than three years, the last three are returned */
      from?: string
      /** The last day. Without it: today */
      to?: string
      /** What one entry is about. Weeks begin on Monday */
      interval?: "day" | "week" | "month"
      /** `csv` returns a file instead (RFC 4180) */
      format?: "json" | "csv"
    }
    answer: {
      success: true
      data: AdminActivityStats
      message?: string
    }
  }
  /** Read how many users come back */
  "GET /admin/figures/retention": {
    query?: {
      /** The first day. Without it: 29 days before the last one. Of more than three years, the last three are returned */
      from?: string
      /** The last day. Without it: today */
      to?: string
      /** What one entry is about. Weeks begin on Monday */
      interval?: "day" | "week" | "month"
      /** `csv` returns a file instead (RFC 4180) */
      format?: "json" | "csv"
    }
    answer: {
      success: true
      data: AdminRetentionStats
      message?: string
    }
  }
  /** Read how far new users get */
  "GET /admin/figures/funnel": {
    query?: {
      /** The first day. Without it: 29 days before the last one. Of more than three years, the last three are returned */
      from?: string
      /** The last day. Without it: today */
      to?: string
      /** What one entry is about. Weeks begin on Monday */
      interval?: "day" | "week" | "month"
      /** `csv` returns a file instead (RFC 4180) */
      format?: "json" | "csv"
    }
    answer: {
      success: true
      data: AdminFunnelStats
      message?: string
    }
  }
  /** Read how much is learned */
  "GET /admin/figures/learning": {
    query?: {
      /** The first day. Without it: 29 days before the last one. Of more than three years, the last three are returned */
      from?: string
      /** The last day. Without it: today */
      to?: string
      /** What one entry is about. Weeks begin on Monday */
      interval?: "day" | "week" | "month"
      /** `csv` returns a file instead (RFC 4180) */
      format?: "json" | "csv"
    }
    answer: {
      success: true
      data: AdminLearningStats
      message?: string
    }
  }
  /** Read the supply of an asset, its sources and its sinks */
  "GET /admin/figures/ledger": {
    query?: {
      /** The first day. Without it: 29 days before the last one. Of more than three years, the last three are returned */
      from?: string
      /** The last day. Without it: today */
      to?: string
      /** What one entry is about. Weeks begin on Monday */
      interval?: "day" | "week" | "month"
      /** `csv` returns a file instead (RFC 4180) */
      format?: "json" | "csv"
      /** The asset */
      asset?: "XP" | "GEM" | "USDT"
    }
    answer: {
      success: true
      data: AdminLedgerStats
      message?: string
    }
  }
  /** Read what payments brought in and paid out */
  "GET /admin/figures/revenue": {
    query?: {
      /** The first day. Without it: 29 days before the last one. Of more than three years, the last three are returned */
      from?: string
      /** The last day. Without it: today */
      to?: string
      /** What one entry is about. Weeks begin on Monday */
      interval?: "day" | "week" | "month"
      /** `csv` returns a file instead (RFC 4180) */
      format?: "json" | "csv"
    }
    answer: {
      success: true
      data: AdminRevenueStats
      message?: string
    }
  }
  /** Read how many battles are played */
  "GET /admin/figures/battles": {
    query?: {
      /** The first day. Without it: 29 days before the last one. Of more than three years, the last three are returned */
      from?: string
      /** The last day. Without it: today */
      to?: string
      /** What one entry is about. Weeks begin on Monday */
      interval?: "day" | "week" | "month"
      /** `csv` returns a file instead (RFC 4180) */
      format?: "json" | "csv"
    }
    answer: {
      success: true
      data: AdminBattleStats
      message?: string
    }
  }
  /** List the hardest questions */
  "GET /admin/figures/questions": {
    query?: {
      page?: number
      limit?: number
      /** `csv` returns a file instead (RFC 4180) */
      format?: "json" | "csv"
    }
    answer: {
      success: true
      data: AdminHardQuestion[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** See how the service does now */
  "GET /admin/system": {
    answer: {
      success: true
      data: AdminSystem
      message?: string
    }
  }
  /** Read the name on your certificates */
  "GET /user/certificate-name": {
    answer: {
      success: true
      data: CertificateName
      message?: string
    }
  }
  /** Change the name on your certificates */
  "PUT /user/certificate-name": {
    body: {
      /** The name to print on the certificate, which is public. Printable characters only. */
      studentName: string
    }
    answer: {
      success: true
      data: CertificateName
      message: string
    }
  }
  /** Claim the certificate of a completed course */
  "POST /certificates/claim": {
    body: {
      courseId: string
      /** The name to print on the certificate, which is public. Printable characters only. */
      studentName: string
    }
    answer: {
      success: true
      data: ClaimedCertificate
      message: string
    }
  }
  /** List your certificates */
  "GET /certificates": {
    query?: {
      page?: number
      limit?: number
    }
    answer: {
      success: true
      data: Certificate[]
      meta: {
        total: number
        page: number
        limit: number
      }
      message?: string
    }
  }
  /** Verify a certificate by its number */
  "GET /certificates/verify/{certificateNumber}": {
    path: {
      certificateNumber: string
    }
    answer: {
      success: true
      data: CertificateVerification
      message?: string
    }
  }
  /** Get the public keys of access tokens */
  "GET //.well-known/jwks.json": {
    answer: {
      keys: ({
        kid: string
        kty: string
        alg: string
        use: string
      } & Record<string, unknown>)[]
    }
  }
}

/** Codes of refusals that the document names. */
export type RefusalCode =
  | 'ACCOUNT_SUSPENDED'
  | 'ACCOUNT_TOO_NEW'
  | 'ALREADY_APPEALED'
  | 'ALREADY_INVITED'
  | 'ALREADY_IN_BATTLE'
  | 'ALREADY_JOINED'
  | 'ALREADY_QUEUED'
  | 'ALREADY_SUBMITTED'
  | 'AMOUNT_OUT_OF_RANGE'
  | 'AMOUNT_TOO_PRECISE'
  | 'ANSWERS_HIDDEN'
  | 'ANSWERS_KNOWN'
  | 'APPEAL_PERIOD_OVER'
  | 'APPROVER_NOT_INDEPENDENT'
  | 'ARCHIVE_MISSING'
  | 'ARCHIVE_REFUSED'
  | 'ASSESSMENT_PENDING'
  | 'AVATAR_TOO_LARGE'
  | 'AVATAR_UNSUPPORTED'
  | 'BADGE_CHANGED'
  | 'BADGE_EXISTS'
  | 'BADGE_MINTS_UNCONFIRMED'
  | 'BADGE_NEEDS_ADMIN'
  | 'BADGE_NOT_FOUND'
  | 'BADGE_RULE_FIXED'
  | 'BATTLE_BEGUN'
  | 'BROADCAST_CHANGED'
  | 'BROADCAST_NOT_CONFIRMED'
  | 'BROADCAST_NOT_DRAFT'
  | 'BROADCAST_NOT_FOUND'
  | 'BROADCAST_NOT_RUNNING'
  | 'BROADCAST_TIME_INVALID'
  | 'BROADCAST_WITHOUT_FALLBACK'
  | 'CATEGORY_NOT_FOUND'
  | 'CERTIFICATE_NAME_BOUND'
  | 'CERTIFICATE_NAME_CHANGED_RECENTLY'
  | 'CERTIFICATE_NAME_NOT_PRINTABLE'
  | 'CERTIFICATE_NOT_FOUND'
  | 'CERTIFICATE_NOT_MINTED'
  | 'CERTIFICATE_REVOKED'
  | 'CERTIFICATE_WITHDRAWN'
  | 'CHALLENGE_EXPIRED'
  | 'CODE_EXPIRED'
  | 'CODE_INVALID'
  | 'CONTENT_FILE_MISSING'
  | 'CONTEST_CANCELLED'
  | 'CONTEST_ENDED'
  | 'CONTEST_NOT_FOUND'
  | 'CONTEST_NOT_LIVE'
  | 'CONTEST_NOT_SETTLED'
  | 'CONTEST_PLAN_INCOMPLETE'
  | 'CONTEST_PLAN_NOT_FOUND'
  | 'CONTEST_PLAN_NOT_RUNNING'
  | 'CONTEST_PLAN_PUBLISHED'
  | 'CONTEST_UNDER_WAY'
  | 'COURSE_HAS_NO_LESSONS'
  | 'COURSE_HAS_NO_TEST'
  | 'COURSE_NOT_COMPLETED'
  | 'COURSE_NOT_FOUND'
  | 'COURSE_TEST_REQUIRED'
  | 'CO_AUTHOR_NOT_FOUND'
  | 'CURRENCY_NOT_SUPPORTED'
  | 'DAILY_REWARD_BUDGET_SPENT'
  | 'DATABASE_UNAVAILABLE'
  | 'DRAFT_CHANGED'
  | 'EMAIL_ALREADY_VERIFIED'
  | 'EMAIL_NOT_VERIFIED'
  | 'EMAIL_TAKEN'
  | 'EVENT_ID_REUSED'
  | 'EVENT_NOT_DEAD'
  | 'EVENT_NOT_FOUND'
  | 'EXPORT_RUNNING'
  | 'FAILED_JOB_NOT_FOUND'
  | 'FILE_TOO_LARGE'
  | 'FILE_UNSUPPORTED'
  | 'FORBIDDEN'
  | 'FREEZES_FULL'
  | 'GRANT_LIMITS_RAISED'
  | 'GRANT_REQUEST_DECIDED'
  | 'GRANT_REQUEST_EXPIRED'
  | 'GRANT_TO_YOURSELF'
  | 'HOUSE_PRIZE_TOO_SHORT'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'IDEMPOTENCY_KEY_INVALID'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'IDEMPOTENCY_RESPONSE_NOT_STORED'
  | 'IMPORT_NOT_FOUND'
  | 'INSUFFICIENT_BALANCE'
  | 'INSUFFICIENT_GEMS'
  | 'INTERNAL_ERROR'
  | 'INVALID_CREDENTIALS'
  | 'LAST_LESSON'
  | 'LESSONS_DIFFER'
  | 'LESSON_LOCKED'
  | 'LESSON_NOT_FOUND'
  | 'LESSON_REQUIREMENT_UNMET'
  | 'LOGO_MISSING'
  | 'LOGO_TOO_LARGE'
  | 'LOGO_UNSUPPORTED'
  | 'MAIL_NOT_FOUND'
  | 'MAIL_OFF'
  | 'MALFORMED_JSON'
  | 'MEDIA_QUOTA_EXCEEDED'
  | 'MEDIUM_IN_USE'
  | 'MEDIUM_MISSING'
  | 'MEDIUM_NOT_FOUND'
  | 'MEDIUM_TOO_LARGE'
  | 'MEDIUM_UNSUPPORTED'
  | 'METHOD_NOT_SUPPORTED'
  | 'MODEL_DRAFT_EMPTY'
  | 'MODEL_FAILED'
  | 'MODEL_MARK_NOT_FOUND'
  | 'MODEL_NOT_CONFIGURED'
  | 'MOVE_NOT_ALLOWED'
  | 'NOTE_NOT_FOUND'
  | 'NOTE_OF_ANOTHER'
  | 'NOTHING_TO_APPEAL'
  | 'NOTHING_TO_ASK'
  | 'NOTHING_TO_REVIEW'
  | 'NOTHING_TO_SUBMIT'
  | 'NOT_AN_AUTHOR'
  | 'NOT_A_PICTURE'
  | 'NOT_ENROLLED'
  | 'NOT_FOR_PRACTICE'
  | 'NOT_FOUND'
  | 'NOT_IN_REVIEW'
  | 'NOT_JOINED'
  | 'NOT_OF_A_PACK'
  | 'NOT_STARTED'
  | 'NOT_TAKEN_OVER'
  | 'NOT_THE_OWNER'
  | 'NO_SUCH_AUTHOR'
  | 'OCCURRED_BEFORE_DUE'
  | 'OCCURRED_BEFORE_ENROLLMENT'
  | 'OCCURRED_IN_FUTURE'
  | 'OCCURRED_TOO_LONG_AGO'
  | 'OFF_RAMP_BLOCKED'
  | 'ORDER_NOT_CANCELLABLE'
  | 'OVERLOADED'
  | 'OWNED_BY_PACK'
  | 'OWN_ACCOUNT'
  | 'OWN_REPORT'
  | 'OWN_ROOM'
  | 'OWN_SUBMISSION'
  | 'OWN_TWO_FACTOR_REQUIRED'
  | 'PACK_NOT_FOUND'
  | 'PASSWORD_NOT_SET'
  | 'PATH_HAS_NO_COURSES'
  | 'PATH_NOT_FOUND'
  | 'PATH_REPEATS_ANOTHER'
  | 'PAYLOAD_TOO_LARGE'
  | 'PAYMENT_REFUSED'
  | 'PHONE_NUMBER_INVALID'
  | 'PICTURE_MISSING'
  | 'PICTURE_TOO_LARGE'
  | 'PICTURE_UNSUPPORTED'
  | 'PIN_ALREADY_SET'
  | 'PIN_INVALID'
  | 'PIN_LOCKED'
  | 'PIN_NOT_SET'
  | 'PIN_REQUIRED'
  | 'POOL_TOO_SMALL'
  | 'PRACTICE_LESSON_NOT_COMPLETED'
  | 'PRACTICE_ROUND_NOT_FOUND'
  | 'PRACTICE_SKILL_NOT_FOUND'
  | 'PRACTICE_TOO_FEW_QUESTIONS'
  | 'PREMIUM_REQUIRED'
  | 'PREVIEW_NOT_FOUND'
  | 'PROFILE_NOT_FOUND'
  | 'PROJECT_ALREADY_PASSED'
  | 'PROJECT_EXISTS'
  | 'PROJECT_NOT_FOUND'
  | 'PROVIDER_UNAVAILABLE'
  | 'PUBLICATION_TIME_UNUSABLE'
  | 'PUSH_SERVICE_UNKNOWN'
  | 'QUESTION_FILE_MISSING'
  | 'QUESTION_IN_USE'
  | 'QUESTION_NOT_FOUND'
  | 'QUOTE_ALREADY_USED'
  | 'QUOTE_EXPIRED'
  | 'RATE_LIMITED'
  | 'RECIPIENT_INVALID'
  | 'REFERRAL_CODE_UNKNOWN'
  | 'REFERRAL_CYCLE'
  | 'REFERRAL_LIMIT_REACHED'
  | 'REFERRAL_TOO_LATE'
  | 'REFRESH_TOKEN_INVALID'
  | 'REFUND_CHANGED'
  | 'REPORT_ABOUT_YOURSELF'
  | 'REPORT_DECIDED'
  | 'REPORT_LIMIT_REACHED'
  | 'REPORT_NOT_FOUND'
  | 'REPORT_TARGET_NOT_FOUND'
  | 'REPOSITORY_URL_NOT_ALLOWED'
  | 'REQUESTER_NOT_ADMIN'
  | 'REQUEST_TIMEOUT'
  | 'REVIEW_CARD_NOT_DUE'
  | 'REVIEW_CARD_NOT_FOUND'
  | 'REVIEW_CARD_SUSPENDED'
  | 'REVIEW_DECIDED'
  | 'REVIEW_NOT_FOUND'
  | 'REVIEW_NOT_LAST_ANSWER'
  | 'REVIEW_OUTDATED'
  | 'REVIEW_REPETITION_MISMATCH'
  | 'REVIEW_REQUIRED'
  | 'REVISION_NOT_FOUND'
  | 'REWARD_NEEDS_ADMIN'
  | 'ROOM_CODE_INVALID'
  | 'ROOM_FULL'
  | 'ROOM_NOT_FOUND'
  | 'SELF_REFERRAL'
  | 'SESSION_NOT_FOUND'
  | 'SETTINGS_CHANGED'
  | 'SHUTTING_DOWN'
  | 'SIGNATURE_INVALID'
  | 'SIGN_IN_AGAIN'
  | 'SIGN_UP_CLOSED'
  | 'SITE_CHANGED'
  | 'SOCIAL_TOKEN_INVALID'
  | 'STAKES_OFF'
  | 'STAKE_BETWEEN_RELATED'
  | 'STAKE_LIMIT_REACHED'
  | 'STORAGE_UNAVAILABLE'
  | 'STREAK_NOT_LOST'
  | 'STREAK_REPAIR_TOO_LATE'
  | 'STREAK_REPAIR_USED'
  | 'SUBMISSION_NOT_FOUND'
  | 'SUBMISSION_TYPE_NOT_ALLOWED'
  | 'TEST_ALREADY_PASSED'
  | 'TEST_ATTEMPT_EXPIRED'
  | 'TEST_ATTEMPT_NOT_FOUND'
  | 'TEST_ATTEMPT_SUBMITTED'
  | 'TEST_IS_REQUIRED'
  | 'TEST_NOT_FOR_ADMINS'
  | 'TEST_NOT_SUBMITTED'
  | 'TEST_OF_OWN_COURSE'
  | 'TEST_PAUSE'
  | 'TEST_PREMIUM_REQUIRED'
  | 'TICKET_NOT_QUEUED'
  | 'TIMESTAMP_OUT_OF_RANGE'
  | 'TOKEN_EXPIRED'
  | 'TOKEN_UNUSABLE'
  | 'TOO_MANY_CO_AUTHORS'
  | 'TOO_MANY_FILES'
  | 'TOO_MANY_QUESTIONS'
  | 'TOO_MANY_WALLETS'
  | 'TOPIC_EXISTS'
  | 'TOPIC_NOT_FOUND'
  | 'TOPIC_UNKNOWN'
  | 'TWO_FACTOR_ALREADY_ENABLED'
  | 'TWO_FACTOR_INVALID'
  | 'TWO_FACTOR_NOT_ENABLED'
  | 'TWO_FACTOR_NOT_SET_UP'
  | 'TWO_FACTOR_REQUIRED'
  | 'TWO_FACTOR_SETUP_REQUIRED'
  | 'UNAUTHENTICATED'
  | 'UNKNOWN_COURSE'
  | 'UNKNOWN_TOPIC'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'URL_NOT_ALLOWED'
  | 'USERNAME_TAKEN'
  | 'USER_CHANGED'
  | 'USER_NOT_FOUND'
  | 'VALIDATION_FAILED'
  | 'VERSION_CHANGED'
  | 'VIEW_OF_STAFF'
  | 'VIEW_ONLY'
  | 'WALLET_ALREADY_LINKED'
  | 'WEAK_PASSWORD'
  | 'WEAK_PIN'

/** What is called without an access token. */
export const OPEN_OPERATIONS: ReadonlySet<string> = new Set([
  "POST /auth/username-available",
  "POST /auth/register",
  "POST /auth/login",
  "POST /auth/otp/request",
  "POST /auth/otp/login",
  "POST /auth/forgot-password",
  "POST /auth/reset-password",
  "POST /auth/social",
  "POST /auth/refresh",
  "GET /public/profiles/{username}",
  "GET /public/lessons/{id}",
  "GET /public/lesson-previews/{token}",
  "GET /public/courses",
  "GET /public/courses/{id}",
  "GET /public/categories",
  "GET /public/paths",
  "GET /public/paths/{id}",
  "GET /public/site-settings",
  "GET /public/leaderboards",
  "POST /webhook/contract-events",
  "POST /webhooks/payments/{provider}",
  "GET /certificates/verify/{certificateNumber}",
  "GET //.well-known/jwks.json",
])

/** What is answered with a pair of tokens. */
export const SIGN_IN_OPERATIONS: ReadonlySet<string> = new Set([
  "POST /auth/register",
  "POST /auth/login",
  "POST /auth/otp/login",
  "POST /auth/social",
  "POST /auth/refresh",
])

/** Frames that a client sends, by type. */
export interface SentFrames {
  /** Authenticates the connection: the first message of a client that connected without credentials, within 5 s. */
  auth: {
    accessToken: string
  }
  /** Asks whether the server responds. Answered with `pong`. */
  ping: Record<string, never>
  /** Join the queue. The reply is `queue.status`. If you have an opponent, it has the `roomId`, and `queue.matched` follows unless this socket had it. */
  "queue.join": {
    topicId?: string | null
    stakeAmount?: number
  }
  /** Leave the queue. The reply is `queue.status`. */
  "queue.cancel": Record<string, never>
  /** Report that you are ready. The battle starts when both players are ready. */
  "battle.ready": {
    roomId?: string
  }
  /** Answer the current question. The first answer counts. */
  "battle.answer": {
    roomId?: string
    questionId: string
    selectedOption: number
  }
  /** Resume after a reconnect: all frames after `lastSeq` are sent again, also after the end. */
  "battle.resume": {
    roomId?: string
    lastSeq?: number
  }
  /** Forfeit the battle. A battle that has not started is cancelled and the stakes are refunded. */
  "battle.forfeit": {
    roomId?: string
  }
  /** Request a rematch with the same opponent and stake. When both request it, `queue.matched` follows. */
  "battle.rematch": {
    roomId?: string
  }
  /** Watch the leaderboard of a contest. It is sent immediately, and then at most once per second. */
  "contest.subscribe": {
    contestId: string
  }
  /** Stop watching the leaderboard of a contest. */
  "contest.unsubscribe": {
    contestId: string
  }
}

/** Frames that the service sends, by type. */
export interface ReceivedFrames {
  /** The credentials are valid; frames are accepted from now on. */
  "auth.ok": {
    userId: string
  }
  /** A frame with an `id` was processed, and its effect is stored. The answer has the same `id`; other frames that the frame causes come as usual. */
  ack: {
    replyTo: string
  }
  /** The answer to `ping`. */
  pong: Record<string, never>
  /** A frame was refused; the connection stays. Codes, messages and further fields are those of the HTTP API. It has the `id` of the frame, if that had one. */
  error: {
    code: string
    message: string
    replyTo: string
    details?: {
      field: string
      message: string
    }[]
    retryAfterSeconds?: number
    requestId?: string
  } & Record<string, unknown>
  /** The status of your ticket: after joining, after cancelling, and when you connect while queued. `roomId` is set when you have an opponent. */
  "queue.status": {
    status: "QUEUED" | "MATCHED" | "TIMED_OUT" | "CANCELLED"
    queueTicket: string
    roomId: string | null
    waitedSeconds: number
    matchmakingTimeoutSeconds: number
    stakeAmount: number
  }
  /** An opponent was found. Send `battle.ready` before `readyBy`. A socket gets it once for each room: when the room is created, or when you connect while you are in it. */
  "queue.matched": {
    roomId: string
    opponent: {
      username: string
      avatarUrl: string
      isBot: boolean
      rating: number
    }
    stakeAmount: number
    questionCount: number
    readyBy: string
  }
  /** No opponent was found in time. A stake is refunded. You can play against a bot. */
  "queue.timeout": {
    queueTicket: string
    botAvailable: boolean
  }
  /** Both players are ready. The first question follows at `startsAt`. */
  "battle.start": {
    startsAt: string
    questionCount: number
  }
  /** A question to answer until `endsAt`. It is sent again with a later `endsAt` after an interruption. */
  "battle.question": {
    index: number
    questionId: string
    prompt: string
    promptHtml: string
    options: string[]
    formulas?: {
      source: string
      html: string
    }[]
    timeLimitMs: number
    endsAt: string
  }
  /** An answer was accepted. `battle.roundResult` reveals it. */
  "battle.answered": {
    by: "you" | "opponent"
    questionId: string
  }
  /** The round is over: both players have answered, or the time is over. */
  "battle.roundResult": {
    index: number
    questionId: string
    correctIndex: number
    explanation: string
    explanationHtml: string
    formulas?: {
      source: string
      html: string
    }[]
    yourAnswer: number | null
    feedback: string | null
    feedbackHtml: string | null
    yourPoints: number
    opponentAnswer: number | null
    opponentPoints: number
    scores: {
      you: number
      opponent: number
    }
  }
  /** The opponent has disconnected. You win if the opponent does not return within `graceSeconds`. */
  "battle.opponentLeft": {
    graceSeconds: number
  }
  /** The opponent has reconnected. */
  "battle.opponentBack": Record<string, never>
  /** The battle is over and settled. With the reason `CANCELLED` it did not start, and the stakes are refunded. Players who are not ready yet get it on all their sockets. */
  "battle.end": {
    result: "WIN" | "LOSS" | "DRAW"
    reason: "COMPLETED" | "FORFEIT" | "ABANDONED" | "CANCELLED"
    scores: {
      you: number
      opponent: number
    }
    gemsDelta: number
    xpEarned: number
    ratingDelta: number
  }
  /** The opponent requests a rematch. Send `battle.rematch` to accept. */
  "battle.rematchOffered": {
    until: string
  }
  /** The first ten entries of a leaderboard that you watch: submissions without results until the contest is decided. */
  "contest.leaderboard": {
    contestId: string
    status: "UPCOMING" | "LIVE" | "ENDED" | "SETTLED" | "CANCELLED"
    entries: ({
      rank: number | null
      userId: string
      username: string
      avatarUrl: string
      score: number | null
      correctCount: number | null
      timeTakenSeconds: number
      prizeGems: number
      submittedAt: string
    })[]
    total: number
    participantCount: number
  }
  /** Your rank in a contest that you watch: after subscribing, and after each change. Null until the contest is decided. */
  "contest.rank": {
    contestId: string
    rank: number | null
    score: number | null
  }
  /** A new notification, in the format of GET /notifications. */
  notification: {
    id: string
    title: string
    body: string
    type: "STREAK_MILESTONE" | "STREAK_AT_RISK" | "BADGE_EARNED" | "CERTIFICATE_READY" | "CONTEST_STARTING" | "CONTEST_RESULT" | "BATTLE_RESULT" | "LEAGUE_RESULT" | "PROJECT_ASSESSED" | "REFERRAL_BONUS" | "PAYMENT_UPDATE" | "SUBSCRIPTION_UPDATE" | "COURSE_CHANGED" | "ANNOUNCEMENT" | "SYSTEM"
    isRead: boolean
    createdAt: string
    link: string
  }
}
