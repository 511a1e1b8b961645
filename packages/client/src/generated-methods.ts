// Written by scripts/generate-client.ts from the API document. Write it anew with: bun run client

import type { Answer, GivenArguments } from './http-client.ts'

/** The operations of the API document as methods, by their `operationId`. */
export interface Methods {
  /**
   * Check whether a username is available
   *
   * Needs no access token.
   *
   * `POST /auth/username-available`
   */
  checkUsername(...given: GivenArguments<"POST /auth/username-available">): Promise<Answer<"POST /auth/username-available">>
  /**
   * Send the verification code again
   *
   * At most one code a minute and five a day.
   *
   * For every signed-in user.
   *
   * `POST /auth/verify-email/request`
   */
  requestEmailVerification(...given: GivenArguments<"POST /auth/verify-email/request">): Promise<Answer<"POST /auth/verify-email/request">>
  /**
   * Verify the e-mail address with the mailed code
   *
   * For every signed-in user.
   *
   * `POST /auth/verify-email`
   */
  verifyEmail(...given: GivenArguments<"POST /auth/verify-email">): Promise<Answer<"POST /auth/verify-email">>
  /**
   * Register with e-mail and password
   *
   * Creates an account and signs in. A code to verify the address is sent by e-mail.
   *
   * Needs no access token.
   *
   * `POST /auth/register`
   */
  register(...given: GivenArguments<"POST /auth/register">): Promise<Answer<"POST /auth/register">>
  /**
   * Sign in with e-mail and password
   *
   * Accounts with two-factor sign-in also need `totpCode`: a code from the app, or a recovery code.
   *
   * Needs no access token.
   *
   * `POST /auth/login`
   */
  login(...given: GivenArguments<"POST /auth/login">): Promise<Answer<"POST /auth/login">>
  /**
   * Request a sign-in code by e-mail
   *
   * The response is the same whether or not the address is registered. At most one code a minute and five a day are sent, or ten a day if the request comes from a network with an earlier sign-in to the account.
   *
   * Needs no access token.
   *
   * `POST /auth/otp/request`
   */
  requestLoginCode(...given: GivenArguments<"POST /auth/otp/request">): Promise<Answer<"POST /auth/otp/request">>
  /**
   * Sign in, or register, with a mailed code
   *
   * A new address with a username registers an account. Without a username the response is 404 and the code stays usable. If the account exists and its address was not verified, the code verifies it, and what another person may have set up is removed: the password, the second factor, the wallet PIN, linked wallets and all earlier sessions. `claimedAccount` in the response and a mail say so. Nothing is removed if `accessToken` shows that the client is signed in to the account.
   *
   * Needs no access token.
   *
   * `POST /auth/otp/login`
   */
  loginWithCode(...given: GivenArguments<"POST /auth/otp/login">): Promise<Answer<"POST /auth/otp/login">>
  /**
   * Request a password reset code by e-mail
   *
   * The response is the same whether or not the address is registered.
   *
   * Needs no access token.
   *
   * `POST /auth/forgot-password`
   */
  requestPasswordReset(...given: GivenArguments<"POST /auth/forgot-password">): Promise<Answer<"POST /auth/forgot-password">>
  /**
   * Set a new password with the mailed code
   *
   * Revokes every session of the account. The code also verifies the address; if it was not verified, the second factor, the wallet PIN and linked wallets are removed as well, because another person may have set them up.
   *
   * Needs no access token.
   *
   * `POST /auth/reset-password`
   */
  resetPassword(...given: GivenArguments<"POST /auth/reset-password">): Promise<Answer<"POST /auth/reset-password">>
  /**
   * Sign in, or register, with Google or Apple
   *
   * Verifies the ID token with the public keys of its issuer and takes the e-mail address from it. If the verified address is already registered, the account is linked; if the address of that account was not verified, `claimedAccount` in the response and a mail say what was removed, as after /auth/otp/login.
   *
   * Needs no access token.
   *
   * `POST /auth/social`
   */
  loginWithProvider(...given: GivenArguments<"POST /auth/social">): Promise<Answer<"POST /auth/social">>
  /**
   * Get a secret for an authenticator app
   *
   * Two-factor sign-in stays off until a code of this secret is sent to `/auth/2fa/enable`.
   *
   * For every signed-in user.
   *
   * `POST /auth/2fa/setup`
   */
  setUpTwoFactor(...given: GivenArguments<"POST /auth/2fa/setup">): Promise<Answer<"POST /auth/2fa/setup">>
  /**
   * Turn two-factor sign-in on
   *
   * Needs a code from the app and the password. An account without a password sends `otpCode` from /auth/otp/request; while mail is turned off, a sign-in of the last ten minutes is enough. Returns ten recovery codes. They are shown only once. The mail about the change has a link that undoes it within 24 hours.
   *
   * For every signed-in user.
   *
   * `POST /auth/2fa/enable`
   */
  enableTwoFactor(...given: GivenArguments<"POST /auth/2fa/enable">): Promise<Answer<"POST /auth/2fa/enable">>
  /**
   * Turn two-factor sign-in off
   *
   * Needs a code from the app (or a recovery code) and the password. An account without a password sends `otpCode` from /auth/otp/request. The mail about the change has a link that undoes it within 24 hours.
   *
   * For every signed-in user.
   *
   * `POST /auth/2fa/disable`
   */
  disableTwoFactor(...given: GivenArguments<"POST /auth/2fa/disable">): Promise<Answer<"POST /auth/2fa/disable">>
  /**
   * Exchange a refresh token for a new pair of tokens
   *
   * A refresh token can be used once. Sending it again revokes the session, because the token was probably copied. A retry with the same `Idempotency-Key` gets the same pair again for ten minutes, so send a key.
   *
   * Needs no access token.
   *
   * `POST /auth/refresh`
   */
  refreshTokens(...given: GivenArguments<"POST /auth/refresh">): Promise<Answer<"POST /auth/refresh">>
  /**
   * Sign out of this session
   *
   * For every signed-in user.
   *
   * `POST /auth/logout`
   */
  logout(...given: GivenArguments<"POST /auth/logout">): Promise<Answer<"POST /auth/logout">>
  /**
   * Sign out of every session of this account
   *
   * For every signed-in user.
   *
   * `POST /auth/logout-all`
   */
  logoutAll(...given: GivenArguments<"POST /auth/logout-all">): Promise<Answer<"POST /auth/logout-all">>
  /**
   * List the active sessions
   *
   * For every signed-in user.
   *
   * `GET /auth/sessions`
   */
  listSessions(...given: GivenArguments<"GET /auth/sessions">): Promise<Answer<"GET /auth/sessions">>
  /**
   * End one session
   *
   * For every signed-in user.
   *
   * `DELETE /auth/sessions/{id}`
   */
  deleteSession(...given: GivenArguments<"DELETE /auth/sessions/{id}">): Promise<Answer<"DELETE /auth/sessions/{id}">>
  /**
   * Read a public profile
   *
   * Users publish their profile with `PATCH /user/profile {"publicProfile": true}`.
   *
   * Needs no access token.
   *
   * `GET /public/profiles/{username}`
   */
  getPublicProfile(...given: GivenArguments<"GET /public/profiles/{username}">): Promise<Answer<"GET /public/profiles/{username}">>
  /**
   * Read your daily target and the XP of today
   *
   * PATCH /user/profile changes the target. Today ends at midnight in your time zone.
   *
   * For every signed-in user.
   *
   * `GET /user/daily-target`
   */
  getDailyTarget(...given: GivenArguments<"GET /user/daily-target">): Promise<Answer<"GET /user/daily-target">>
  /**
   * Read your own profile
   *
   * For every signed-in user.
   *
   * `GET /user/profile`
   */
  getProfile(...given: GivenArguments<"GET /user/profile">): Promise<Answer<"GET /user/profile">>
  /**
   * Change your profile
   *
   * Any subset of the fields, as JSON, or as multipart with an image. `null` clears `country`, `bio` and `dailyTargetXP`.
   *
   * For every signed-in user.
   *
   * `PATCH /user/profile`
   */
  updateProfile(...given: GivenArguments<"PATCH /user/profile">): Promise<Answer<"PATCH /user/profile">>
  /**
   * Export all of your data as one document
   *
   * The document is streamed. One export runs at a time, and five a day are allowed.
   *
   * For every signed-in user.
   *
   * `GET /user/export`
   */
  exportPersonalData(...given: GivenArguments<"GET /user/export">): Promise<Answer<"GET /user/export">>
  /**
   * Delete your account
   *
   * Erases personal data and revokes every session. Ledger entries remain without a name. Needs the password; an account without one sends `otpCode` from /auth/otp/request.
   *
   * For every signed-in user.
   *
   * `DELETE /user/account`
   */
  deleteAccount(...given: GivenArguments<"DELETE /user/account">): Promise<Answer<"DELETE /user/account">>
  /**
   * List the courses of the catalog
   *
   * `search` returns courses that contain every word: in the title, in title, description and skills together, or in one lesson, in this order. `matchedLesson` is the lesson that contains the words best.
   *
   * For every signed-in user.
   *
   * `GET /course`
   */
  listCourses(...given: GivenArguments<"GET /course">): Promise<Answer<"GET /course">>
  /**
   * Read a course and your progress in it
   *
   * For every signed-in user.
   *
   * `GET /course/{id}`
   */
  getCourse(...given: GivenArguments<"GET /course/{id}">): Promise<Answer<"GET /course/{id}">>
  /**
   * Read your progress in a learning path
   *
   * Every course with its lessons: what is done, what is locked and why, and the next lesson.
   *
   * For every signed-in user.
   *
   * `GET /learning-path/{id}/progress`
   */
  getLearningPathProgress(...given: GivenArguments<"GET /learning-path/{id}/progress">): Promise<Answer<"GET /learning-path/{id}/progress">>
  /**
   * Read a lesson with its slides
   *
   * The first lesson of a course is open. Each other lesson opens when the previous lesson is completed. Quiz slides include their answers, because lessons are practice.
   *
   * For every signed-in user.
   *
   * `GET /lesson/{id}`
   */
  getLesson(...given: GivenArguments<"GET /lesson/{id}">): Promise<Answer<"GET /lesson/{id}">>
  /**
   * Read the first lesson of a free course
   *
   * Any other lesson is 404. The slides are those of `GET /lesson/{id}`; `isCompleted` is always false.
   *
   * Needs no access token.
   *
   * `GET /public/lessons/{id}`
   */
  getPublicLesson(...given: GivenArguments<"GET /public/lessons/{id}">): Promise<Answer<"GET /public/lessons/{id}">>
  /**
   * Read a lesson by its preview link
   *
   * The slides are those of `GET /lesson/{id}`, also of a draft; `isCompleted` is always false. The link ends when it expires or when an author replaces it. It counts as no learning.
   *
   * Needs no access token.
   *
   * `GET /public/lesson-previews/{token}`
   */
  getSharedLessonPreview(...given: GivenArguments<"GET /public/lesson-previews/{token}">): Promise<Answer<"GET /public/lesson-previews/{token}">>
  /**
   * Answer a question of a lesson
   *
   * The server grades the answer, also to a question that a later publication changed or removed after you opened the lesson. The first answer to a question counts for the verified score of the lesson. A single-choice question of a QUIZ slide is answered by `selectedOption`, a question of a QUESTION slide by `answer` and the `attempt` of the slide.
   *
   * For every signed-in user.
   *
   * `POST /user-lessons/{lessonId}/answers`
   */
  answerQuestion(...given: GivenArguments<"POST /user-lessons/{lessonId}/answers">): Promise<Answer<"POST /user-lessons/{lessonId}/answers">>
  /**
   * Ask for the hint of a question of a lesson
   *
   * For questions with `hasHint`. That you asked is stored with your answer; a right one is then reviewed sooner. It does not change the verified score.
   *
   * For every signed-in user.
   *
   * `POST /user-lessons/{lessonId}/hints`
   */
  askForHint(...given: GivenArguments<"POST /user-lessons/{lessonId}/hints">): Promise<Answer<"POST /user-lessons/{lessonId}/hints">>
  /**
   * Download the lessons of a course that you are enrolled in
   *
   * For learning without a connection. It includes lessons that are still locked; completing them in order stays a condition.
   *
   * For every signed-in user.
   *
   * `GET /course/{courseId}/lessons`
   */
  listCourseLessons(...given: GivenArguments<"GET /course/{courseId}/lessons">): Promise<Answer<"GET /course/{courseId}/lessons">>
  /**
   * Enroll in a course
   *
   * A repeated call returns the first enrollment with its current progress.
   *
   * For every signed-in user.
   *
   * `POST /user-courses/enroll/{courseId}`
   */
  enrollInCourse(...given: GivenArguments<"POST /user-courses/enroll/{courseId}">): Promise<Answer<"POST /user-courses/enroll/{courseId}">>
  /**
   * List the courses that you are enrolled in
   *
   * For every signed-in user.
   *
   * `GET /user-courses`
   */
  listEnrolledCourses(...given: GivenArguments<"GET /user-courses">): Promise<Answer<"GET /user-courses">>
  /**
   * Complete a lesson
   *
   * Pays the XP and gems of the lesson once, and the bonus of the course with its last lesson. Above the daily limit of paid lessons, and for an author of the course, a lesson counts for progress and streak, pays nothing, and `message` says so. A repeated call pays nothing and returns the current totals. `score` is stored but does not change the reward. An activity that is older than your last one (`occurredAt`) does not change the streak.
   *
   * For every signed-in user.
   *
   * `POST /user-lessons/{lessonId}/complete`
   */
  completeLesson(...given: GivenArguments<"POST /user-lessons/{lessonId}/complete">): Promise<Answer<"POST /user-lessons/{lessonId}/complete">>
  /**
   * Read your roadmap and your progress
   *
   * For every signed-in user.
   *
   * `GET /learning-path/roadmap/me`
   */
  getRoadmap(...given: GivenArguments<"GET /learning-path/roadmap/me">): Promise<Answer<"GET /learning-path/roadmap/me">>
  /**
   * Create a roadmap for a career goal
   *
   * Ranks the learning paths by the words of the goal and gives a reason for each. What the goal rejects (“not finance, but web”) is left out, and if nothing matches, `isMatched` is false. Courses are skipped that teach only skills of your completed courses, or skills in which you are PROFICIENT or MASTER. A new goal replaces the previous roadmap. If a language model is configured, it reorders the paths later, for up to ten goals a day; until then the status is `generating`.
   *
   * For every signed-in user.
   *
   * `POST /learning-path/roadmap`
   */
  createRoadmap(...given: GivenArguments<"POST /learning-path/roadmap">): Promise<Answer<"POST /learning-path/roadmap">>
  /**
   * List the published courses
   *
   * `search` returns courses that contain every word: in the title, in title, description and skills together, or in one lesson, in this order. `matchedLesson` is the lesson that contains the words best.
   *
   * Needs no access token.
   *
   * `GET /public/courses`
   */
  listPublicCourses(...given: GivenArguments<"GET /public/courses">): Promise<Answer<"GET /public/courses">>
  /**
   * Read a published course with its outline
   *
   * Needs no access token.
   *
   * `GET /public/courses/{id}`
   */
  getPublicCourse(...given: GivenArguments<"GET /public/courses/{id}">): Promise<Answer<"GET /public/courses/{id}">>
  /**
   * List the categories of the published courses
   *
   * Needs no access token.
   *
   * `GET /public/categories`
   */
  listPublicCategories(...given: GivenArguments<"GET /public/categories">): Promise<Answer<"GET /public/categories">>
  /**
   * List the published learning paths
   *
   * Needs no access token.
   *
   * `GET /public/paths`
   */
  listPublicLearningPaths(...given: GivenArguments<"GET /public/paths">): Promise<Answer<"GET /public/paths">>
  /**
   * Read a published learning path with its courses
   *
   * Needs no access token.
   *
   * `GET /public/paths/{id}`
   */
  getPublicLearningPath(...given: GivenArguments<"GET /public/paths/{id}">): Promise<Answer<"GET /public/paths/{id}">>
  /**
   * List the learning paths
   *
   * For every signed-in user.
   *
   * `GET /learning-path`
   */
  listLearningPaths(...given: GivenArguments<"GET /learning-path">): Promise<Answer<"GET /learning-path">>
  /**
   * Read a learning path with its courses
   *
   * For every signed-in user.
   *
   * `GET /learning-path/{id}`
   */
  getLearningPath(...given: GivenArguments<"GET /learning-path/{id}">): Promise<Answer<"GET /learning-path/{id}">>
  /**
   * Read the state of a course test
   *
   * A course has a test if its pool is large enough. A retry asks other questions while the pool has some.
   *
   * For every signed-in user.
   *
   * `GET /course-tests/{courseId}`
   */
  getCourseTest(...given: GivenArguments<"GET /course-tests/{courseId}">): Promise<Answer<"GET /course-tests/{courseId}">>
  /**
   * Start an attempt at a course test
   *
   * Draws the questions by skill and difficulty. While an attempt is open, it is returned again. An attempt that is not submitted before its deadline expires. After each attempt there is a pause.
   *
   * For every signed-in user.
   *
   * `POST /course-tests/{courseId}/attempts`
   */
  startTestAttempt(...given: GivenArguments<"POST /course-tests/{courseId}/attempts">): Promise<Answer<"POST /course-tests/{courseId}/attempts">>
  /**
   * Read the questions of your attempt with the saved answers
   *
   * Contains no solutions. After the submission see the result.
   *
   * For every signed-in user.
   *
   * `GET /course-test-attempts/{attemptId}`
   */
  getTestAttempt(...given: GivenArguments<"GET /course-test-attempts/{attemptId}">): Promise<Answer<"GET /course-test-attempts/{attemptId}">>
  /**
   * Save answers of an open attempt
   *
   * An answer replaces the saved answer to the same question; other answers stay. Nothing is graded before the submission.
   *
   * For every signed-in user.
   *
   * `PATCH /course-test-attempts/{attemptId}/answers`
   */
  updateTestAnswers(...given: GivenArguments<"PATCH /course-test-attempts/{attemptId}/answers">): Promise<Answer<"PATCH /course-test-attempts/{attemptId}/answers">>
  /**
   * Submit your attempt
   *
   * The server grades it once: `answers` of the body and the saved answers to other questions. Omitted questions count as wrong. A repeated submission returns the first result.
   *
   * For every signed-in user.
   *
   * `POST /course-test-attempts/{attemptId}/submit`
   */
  submitTestAttempt(...given: GivenArguments<"POST /course-test-attempts/{attemptId}/submit">): Promise<Answer<"POST /course-test-attempts/{attemptId}/submit">>
  /**
   * Read the result of your attempt with solutions and explanations
   *
   * Available after the submission.
   *
   * For every signed-in user.
   *
   * `GET /course-test-attempts/{attemptId}/result`
   */
  getTestResult(...given: GivenArguments<"GET /course-test-attempts/{attemptId}/result">): Promise<Answer<"GET /course-test-attempts/{attemptId}/result">>
  /**
   * Count the cards to review
   *
   * Days are in your time zone.
   *
   * For every signed-in user.
   *
   * `GET /review/due`
   */
  getDueReviews(...given: GivenArguments<"GET /review/due">): Promise<Answer<"GET /review/due">>
  /**
   * Read the next cards to review
   *
   * The cards that are due for the longest time come first, within the daily limit. Questions have no solution here; the options have another order at each repetition. Reading changes nothing.
   *
   * For every signed-in user.
   *
   * `GET /review/session`
   */
  getReviewSession(...given: GivenArguments<"GET /review/session">): Promise<Answer<"GET /review/session">>
  /**
   * Read how many cards are due in the next 30 days
   *
   * For every signed-in user.
   *
   * `GET /review/forecast`
   */
  listReviewForecast(...given: GivenArguments<"GET /review/forecast">): Promise<Answer<"GET /review/forecast">>
  /**
   * List your suspended cards
   *
   * For every signed-in user.
   *
   * `GET /review/suspended`
   */
  listSuspendedCards(...given: GivenArguments<"GET /review/suspended">): Promise<Answer<"GET /review/suspended">>
  /**
   * Answer a card
   *
   * Send `answer` for a question and `rating` for a flashcard. The server rates answers to questions: AGAIN if wrong; HARD if right with a hint or after more than twice your median time; EASY if right at first sight; otherwise GOOD. The first answer to a repetition that arrives counts; later ones, also of another device, get its result. 10 reviews on one day extend the streak.
   *
   * For every signed-in user.
   *
   * `POST /review/cards/{cardId}/answers`
   */
  answerReviewCard(...given: GivenArguments<"POST /review/cards/{cardId}/answers">): Promise<Answer<"POST /review/cards/{cardId}/answers">>
  /**
   * Read the hint of the question of a card
   *
   * For questions with `hasHint`. Send `usedHint` with the answer.
   *
   * For every signed-in user.
   *
   * `GET /review/cards/{cardId}/hint`
   */
  getReviewHint(...given: GivenArguments<"GET /review/cards/{cardId}/hint">): Promise<Answer<"GET /review/cards/{cardId}/hint">>
  /**
   * Undo your last review
   *
   * The card gets back its state and is due again. Only the last review can be undone, once; a repeated request changes nothing. A day of the streak stays.
   *
   * For every signed-in user.
   *
   * `POST /review/undo`
   */
  undoReviewAnswer(...given: GivenArguments<"POST /review/undo">): Promise<Answer<"POST /review/undo">>
  /**
   * Suspend a card
   *
   * The card is not shown any more. A repeated request changes nothing.
   *
   * For every signed-in user.
   *
   * `POST /review/cards/{cardId}/suspend`
   */
  suspendReviewCard(...given: GivenArguments<"POST /review/cards/{cardId}/suspend">): Promise<Answer<"POST /review/cards/{cardId}/suspend">>
  /**
   * Put a suspended card back into the queue
   *
   * The card keeps its state and its due day. A repeated request changes nothing.
   *
   * For every signed-in user.
   *
   * `POST /review/cards/{cardId}/unsuspend`
   */
  unsuspendReviewCard(...given: GivenArguments<"POST /review/cards/{cardId}/unsuspend">): Promise<Answer<"POST /review/cards/{cardId}/unsuspend">>
  /**
   * Read your review settings
   *
   * For every signed-in user.
   *
   * `GET /review/settings`
   */
  getReviewSettings(...given: GivenArguments<"GET /review/settings">): Promise<Answer<"GET /review/settings">>
  /**
   * Change your review settings
   *
   * Cards keep their due day. The next answer to each card uses the new retention.
   *
   * For every signed-in user.
   *
   * `PUT /review/settings`
   */
  replaceReviewSettings(...given: GivenArguments<"PUT /review/settings">): Promise<Answer<"PUT /review/settings">>
  /**
   * Start a round of practice
   *
   * Repeats a lesson that you have completed, or a skill. Questions that you have never answered in lessons, reviews or completed rounds come first, then those you answered the longest time ago. Questions of the last round come only if there are no others. An open round of the same lesson or skill is returned; an open round of another one ends without a result.
   *
   * For every signed-in user.
   *
   * `POST /practice/rounds`
   */
  startPracticeRound(...given: GivenArguments<"POST /practice/rounds">): Promise<Answer<"POST /practice/rounds">>
  /**
   * Read one of your rounds of practice
   *
   * For every signed-in user.
   *
   * `GET /practice/rounds/{roundId}`
   */
  getPracticeRound(...given: GivenArguments<"GET /practice/rounds/{roundId}">): Promise<Answer<"GET /practice/rounds/{roundId}">>
  /**
   * Answer a question of a round
   *
   * The response has the solution and the explanation. The first answer to a question counts, and a repeated one gets its grade. The last question completes the round: it extends the streak and pays 1 XP for each correct answer, at most 20 XP per day.
   *
   * For every signed-in user.
   *
   * `POST /practice/rounds/{roundId}/answers`
   */
  answerPracticeQuestion(...given: GivenArguments<"POST /practice/rounds/{roundId}/answers">): Promise<Answer<"POST /practice/rounds/{roundId}/answers">>
  /**
   * Read the hint of a question of a round
   *
   * For questions with `hasHint`. Send `usedHint` with the answer.
   *
   * For every signed-in user.
   *
   * `GET /practice/rounds/{roundId}/questions/{questionId}/hint`
   */
  getPracticeHint(...given: GivenArguments<"GET /practice/rounds/{roundId}/questions/{questionId}/hint">): Promise<Answer<"GET /practice/rounds/{roundId}/questions/{questionId}/hint">>
  /**
   * Read how well you know each skill
   *
   * Answers in lessons, tests, reviews, practice and battles count after a minute or two, those in contests after the result. A wrong answer can lower the level, and so can 30 days without an answer.
   *
   * For every signed-in user.
   *
   * `GET /mastery`
   */
  listMastery(...given: GivenArguments<"GET /mastery">): Promise<Answer<"GET /mastery">>
  /**
   * List active promotions
   *
   * Returns at most one popup, and all banners for your country and language: banners of a country first, then by priority, then the newest. A dismissed popup is not shown again.
   *
   * For every signed-in user.
   *
   * `GET /promotions/active`
   */
  listActivePromotions(...given: GivenArguments<"GET /promotions/active">): Promise<Answer<"GET /promotions/active">>
  /**
   * Report an impression, click or dismissal
   *
   * `tracked` is false if the report does not count: an impression within a minute of the last one, a dismissal while one is in force, or a promotion that is not live.
   *
   * For every signed-in user.
   *
   * `POST /promotions/{id}/event`
   */
  reportPromotionEvent(...given: GivenArguments<"POST /promotions/{id}/event">): Promise<Answer<"POST /promotions/{id}/event">>
  /**
   * Read the project of a course
   *
   * For every signed-in user.
   *
   * `GET /course/{courseId}/project`
   */
  getProject(...given: GivenArguments<"GET /course/{courseId}/project">): Promise<Answer<"GET /course/{courseId}/project">>
  /**
   * Save a draft of your project
   *
   * There is one draft per project. Only the fields of the request change. A draft is not assessed. With `baseUpdatedAt`, devices do not overwrite each other.
   *
   * For every signed-in user.
   *
   * `POST /course/{courseId}/project/draft`
   */
  saveProjectDraft(...given: GivenArguments<"POST /course/{courseId}/project/draft">): Promise<Answer<"POST /course/{courseId}/project/draft">>
  /**
   * Submit your project
   *
   * An empty body submits the draft; fields and files of the request change it first. The assessment starts automatically.
   *
   * For every signed-in user.
   *
   * `POST /course/{courseId}/project/submit`
   */
  submitProject(...given: GivenArguments<"POST /course/{courseId}/project/submit">): Promise<Answer<"POST /course/{courseId}/project/submit">>
  /**
   * Read your latest submission and its assessment
   *
   * Returns the draft if nothing was submitted. Otherwise returns the latest attempt, with the current draft in `draft`.
   *
   * For every signed-in user.
   *
   * `GET /course/{courseId}/project/submission`
   */
  getLatestSubmission(...given: GivenArguments<"GET /course/{courseId}/project/submission">): Promise<Answer<"GET /course/{courseId}/project/submission">>
  /**
   * List your submissions to a project, newest first
   *
   * For every signed-in user.
   *
   * `GET /course/{courseId}/project/submissions`
   */
  listSubmissions(...given: GivenArguments<"GET /course/{courseId}/project/submissions">): Promise<Answer<"GET /course/{courseId}/project/submissions">>
  /**
   * Appeal the result of your latest submission
   *
   * Requests a manual review. Possible once per submission, within 14 days after the result NEEDS_REVISION.
   *
   * For every signed-in user.
   *
   * `POST /course/{courseId}/project/submission/appeal`
   */
  appealSubmission(...given: GivenArguments<"POST /course/{courseId}/project/submission/appeal">): Promise<Answer<"POST /course/{courseId}/project/submission/appeal">>
  /**
   * List your ledger entries
   *
   * Every movement of XP, gems and tokens to or from you, newest first.
   *
   * For every signed-in user.
   *
   * `GET /user/ledger`
   */
  listLedgerEntries(...given: GivenArguments<"GET /user/ledger">): Promise<Answer<"GET /user/ledger">>
  /**
   * Read your streak
   *
   * The streak as of today in your time zone. A streak with too many missed days is 0.
   *
   * For every signed-in user.
   *
   * `GET /user/streak`
   */
  getStreak(...given: GivenArguments<"GET /user/streak">): Promise<Answer<"GET /user/streak">>
  /**
   * Buy a streak freeze
   *
   * Costs 50 gems. A freeze is used automatically on each day that you miss, if that saves the streak. It does not cover past days. You may hold 2.
   *
   * For every signed-in user.
   *
   * `POST /user/streak/freezes`
   */
  buyStreakFreeze(...given: GivenArguments<"POST /user/streak/freezes">): Promise<Answer<"POST /user/streak/freezes">>
  /**
   * Repair a streak that ended
   *
   * Costs 100 gems, once per calendar month and within 48 hours after the streak ended. The days that you have learned since then are added. The missed days are covered; they do not make the streak longer.
   *
   * For every signed-in user.
   *
   * `POST /user/streak/repair`
   */
  repairStreak(...given: GivenArguments<"POST /user/streak/repair">): Promise<Answer<"POST /user/streak/repair">>
  /**
   * Read the name, language, accent and logo of the site, and whether its sign-up is open
   *
   * Needs no access token.
   *
   * `GET /public/site-settings`
   */
  getPublicSiteSettings(...given: GivenArguments<"GET /public/site-settings">): Promise<Answer<"GET /public/site-settings">>
  /**
   * Join the queue
   *
   * You must have the gems of the stake. They go into escrow when an opponent is found, and are refunded if no battle is played. A ticket whose gems were spent meanwhile becomes `TIMED_OUT`. Joining again returns the same ticket.
   *
   * Then connect to the WebSocket with `?ticket=` and wait for `queue.matched`. Without an opponent after 30 s, a bot plays; a ticket with a stake becomes `TIMED_OUT`.
   *
   * For every signed-in user.
   *
   * `POST /quiz-battles/queue/join`
   */
  joinBattleQueue(...given: GivenArguments<"POST /quiz-battles/queue/join">): Promise<Answer<"POST /quiz-battles/queue/join">>
  /**
   * Read one of your tickets
   *
   * For every signed-in user.
   *
   * `GET /quiz-battles/queue/{ticket}`
   */
  getBattleTicket(...given: GivenArguments<"GET /quiz-battles/queue/{ticket}">): Promise<Answer<"GET /quiz-battles/queue/{ticket}">>
  /**
   * Leave the queue
   *
   * Nothing of the stake is reserved before an opponent is found. A ticket that is already matched is refused with 409.
   *
   * For every signed-in user.
   *
   * `DELETE /quiz-battles/queue/{ticket}`
   */
  leaveBattleQueue(...given: GivenArguments<"DELETE /quiz-battles/queue/{ticket}">): Promise<Answer<"DELETE /quiz-battles/queue/{ticket}">>
  /**
   * Start a battle against a bot
   *
   * Then connect to the WebSocket and send `battle.ready` within 10 s. Bot battles have no stake. While the battle is open, the same request returns the same battle. A user in the queue must leave it first (`ALREADY_QUEUED`).
   *
   * For every signed-in user.
   *
   * `POST /quiz-battles/bot/start`
   */
  startBotBattle(...given: GivenArguments<"POST /quiz-battles/bot/start">): Promise<Answer<"POST /quiz-battles/bot/start">>
  /**
   * Create a friend room
   *
   * Send the code to a friend. The stake goes into escrow and is refunded if the battle does not start in time.
   *
   * For every signed-in user.
   *
   * `POST /quiz-battles/rooms`
   */
  createBattleRoom(...given: GivenArguments<"POST /quiz-battles/rooms">): Promise<Answer<"POST /quiz-battles/rooms">>
  /**
   * Join a friend room
   *
   * Charges the stake of the room. The battle starts when both players are connected and ready. If one is not ready within a minute (`readyBy`), the room is cancelled and the stakes are refunded.
   *
   * For every signed-in user.
   *
   * `POST /quiz-battles/rooms/{roomCode}/join`
   */
  joinBattleRoom(...given: GivenArguments<"POST /quiz-battles/rooms/{roomCode}/join">): Promise<Answer<"POST /quiz-battles/rooms/{roomCode}/join">>
  /**
   * Close a friend room that has not started
   *
   * Either player can close it. The stakes are refunded, and both players get `battle.end` with the reason `CANCELLED`.
   *
   * For every signed-in user.
   *
   * `DELETE /quiz-battles/rooms/{roomCode}`
   */
  closeBattleRoom(...given: GivenArguments<"DELETE /quiz-battles/rooms/{roomCode}">): Promise<Answer<"DELETE /quiz-battles/rooms/{roomCode}">>
  /**
   * List the topics of battles
   *
   * For every signed-in user.
   *
   * `GET /quiz-battles/topics`
   */
  listBattleTopics(...given: GivenArguments<"GET /quiz-battles/topics">): Promise<Answer<"GET /quiz-battles/topics">>
  /**
   * Read your rating
   *
   * A Glicko-2 rating. Only queue battles against people change it.
   *
   * For every signed-in user.
   *
   * `GET /quiz-battles/rating`
   */
  getBattleRating(...given: GivenArguments<"GET /quiz-battles/rating">): Promise<Answer<"GET /quiz-battles/rating">>
  /**
   * List the battles that you have played
   *
   * For every signed-in user.
   *
   * `GET /quiz-battles/history`
   */
  listBattles(...given: GivenArguments<"GET /quiz-battles/history">): Promise<Answer<"GET /quiz-battles/history">>
  /**
   * Read one of your battles
   *
   * For every signed-in user.
   *
   * `GET /quiz-battles/{roomId}`
   */
  getBattle(...given: GivenArguments<"GET /quiz-battles/{roomId}">): Promise<Answer<"GET /quiz-battles/{roomId}">>
  /**
   * Set the wallet PIN, or change it
   *
   * `currentPin` is required to change a PIN that is set. A forgotten PIN is reset by e-mail. The mail about the first PIN has a link that removes it within 24 hours, and payouts may be blocked for a time (`OFF_RAMP_BLOCKED` says until when).
   *
   * These PINs are refused as too easy to guess (`WEAK_PIN`): the same step of 0, 1 or 2 between all digits, up or down, also past 9 (1111, 1234, 9876, 2468, 7890); a repeated part (1212, 12121, 123123); every digit twice (1122, 775533); a year from 1900 to 2099; 2580, 0852, 1004, 147258, 159753.
   *
   * For every signed-in user.
   *
   * `POST /auth/set-wallet-pin`
   */
  setWalletPin(...given: GivenArguments<"POST /auth/set-wallet-pin">): Promise<Answer<"POST /auth/set-wallet-pin">>
  /**
   * Verify the wallet PIN
   *
   * Returns a `pinToken` that replaces the PIN in this session, for five minutes and one operation, in the header `x-pin-token` or the body field `pinToken`. Five consecutive wrong PINs lock the PIN for 15 minutes, the next ones for 30 and 60 minutes. After ten the PIN must be reset.
   *
   * For every signed-in user.
   *
   * `POST /auth/verify-wallet-pin`
   */
  verifyWalletPin(...given: GivenArguments<"POST /auth/verify-wallet-pin">): Promise<Answer<"POST /auth/verify-wallet-pin">>
  /**
   * Request a PIN reset code by e-mail
   *
   * At most one code a minute and five a day. It works while the PIN is locked.
   *
   * For every signed-in user.
   *
   * `POST /auth/reset-wallet-pin-otp`
   */
  requestWalletPinReset(...given: GivenArguments<"POST /auth/reset-wallet-pin-otp">): Promise<Answer<"POST /auth/reset-wallet-pin-otp">>
  /**
   * Set a new wallet PIN with the code from the e-mail
   *
   * Removes the lock and all PIN tokens. Payouts may be blocked for a time afterwards.
   *
   * These PINs are refused as too easy to guess (`WEAK_PIN`): the same step of 0, 1 or 2 between all digits, up or down, also past 9 (1111, 1234, 9876, 2468, 7890); a repeated part (1212, 12121, 123123); every digit twice (1122, 775533); a year from 1900 to 2099; 2580, 0852, 1004, 147258, 159753.
   *
   * For every signed-in user.
   *
   * `POST /auth/verify-wallet-pin-reset-otp`
   */
  resetWalletPin(...given: GivenArguments<"POST /auth/verify-wallet-pin-reset-otp">): Promise<Answer<"POST /auth/verify-wallet-pin-reset-otp">>
  /**
   * Get the chain and the contract addresses
   *
   * For every signed-in user.
   *
   * `GET /blockchain/config`
   */
  getChainConfig(...given: GivenArguments<"GET /blockchain/config">): Promise<Answer<"GET /blockchain/config">>
  /**
   * Get the balances of a wallet on the chain
   *
   * Your own wallet (`me` or your id); an administrator may read any. Always read from the chain; refused while the chain is unavailable.
   *
   * For every signed-in user.
   *
   * `GET /blockchain/user/{userId}/balance`
   */
  getChainBalance(...given: GivenArguments<"GET /blockchain/user/{userId}/balance">): Promise<Answer<"GET /blockchain/user/{userId}/balance">>
  /**
   * Get a message to sign with your own wallet
   *
   * The EIP-4361 message for this address. It is valid for ten minutes, once, for the caller.
   *
   * For every signed-in user.
   *
   * `GET /blockchain/link-wallet/nonce`
   */
  getWalletLinkMessage(...given: GivenArguments<"GET /blockchain/link-wallet/nonce">): Promise<Answer<"GET /blockchain/link-wallet/nonce">>
  /**
   * Link a wallet with a signature
   *
   * Send the unchanged message from /blockchain/link-wallet/nonce, signed by a key, by a contract (ERC-1271), or by a contract that is not deployed yet (ERC-6492).
   *
   * For every signed-in user.
   *
   * `POST /blockchain/link-wallet`
   */
  linkWallet(...given: GivenArguments<"POST /blockchain/link-wallet">): Promise<Answer<"POST /blockchain/link-wallet">>
  /**
   * List your linked wallets
   *
   * For every signed-in user.
   *
   * `GET /blockchain/link-wallet`
   */
  listLinkedWallets(...given: GivenArguments<"GET /blockchain/link-wallet">): Promise<Answer<"GET /blockchain/link-wallet">>
  /**
   * Unlink a wallet
   *
   * For every signed-in user.
   *
   * `DELETE /blockchain/link-wallet/{address}`
   */
  unlinkWallet(...given: GivenArguments<"DELETE /blockchain/link-wallet/{address}">): Promise<Answer<"DELETE /blockchain/link-wallet/{address}">>
  /**
   * List the payment methods of a currency, and its limits
   *
   * Lists the methods by which users can currently pay or be paid.
   *
   * For every signed-in user.
   *
   * `GET /payment/methods`
   */
  listPaymentMethods(...given: GivenArguments<"GET /payment/methods">): Promise<Answer<"GET /payment/methods">>
  /**
   * Quote a purchase
   *
   * The quote is valid for five minutes and for one order of the caller.
   *
   * For every signed-in user.
   *
   * `POST /payment/on-ramp/quote`
   */
  createOnRampQuote(...given: GivenArguments<"POST /payment/on-ramp/quote">): Promise<Answer<"POST /payment/on-ramp/quote">>
  /**
   * Quote a sale of tokens
   *
   * The quote is valid for two minutes and for one order of the caller. The recipient gets `netPayout`.
   *
   * For every signed-in user.
   *
   * `POST /payment/off-ramp/quote`
   */
  createOffRampQuote(...given: GivenArguments<"POST /payment/off-ramp/quote">): Promise<Answer<"POST /payment/off-ramp/quote">>
  /**
   * Create a purchase from a quote
   *
   * Mobile money needs `phoneNumber`, a mobile number of the country of the currency.
   *
   * For every signed-in user.
   *
   * `POST /payment/on-ramp/initiate`
   */
  createOnRampOrder(...given: GivenArguments<"POST /payment/on-ramp/initiate">): Promise<Answer<"POST /payment/on-ramp/initiate">>
  /**
   * Create a sale of tokens from a quote
   *
   * Needs the wallet PIN: `walletPin`, or a `pinToken` in the body or the header `x-pin-token`. Mobile money and airtime need `recipientPhoneNumber`; a bank transfer needs `bankCode`, `accountNumber` and `accountName`.
   *
   * For every signed-in user.
   *
   * `POST /payment/off-ramp/initiate`
   */
  createOffRampOrder(...given: GivenArguments<"POST /payment/off-ramp/initiate">): Promise<Answer<"POST /payment/off-ramp/initiate">>
  /**
   * List my orders, the newest first
   *
   * For every signed-in user.
   *
   * `GET /payment/orders`
   */
  listOrders(...given: GivenArguments<"GET /payment/orders">): Promise<Answer<"GET /payment/orders">>
  /**
   * Read an order and its history
   *
   * For every signed-in user.
   *
   * `GET /payment/orders/{id}`
   */
  getOrder(...given: GivenArguments<"GET /payment/orders/{id}">): Promise<Answer<"GET /payment/orders/{id}">>
  /**
   * Cancel an unpaid order
   *
   * Polls the provider first, so that a payment that has just arrived is not cancelled.
   *
   * For every signed-in user.
   *
   * `POST /payment/orders/{id}/cancel`
   */
  cancelOrder(...given: GivenArguments<"POST /payment/orders/{id}/cancel">): Promise<Answer<"POST /payment/orders/{id}/cancel">>
  /**
   * List the progress of a user for every badge
   *
   * All badges that can be earned, and archived badges that this user completed.
   *
   * For every signed-in user.
   *
   * `GET /badges/progress/{userId}`
   */
  listBadgeProgress(...given: GivenArguments<"GET /badges/progress/{userId}">): Promise<Answer<"GET /badges/progress/{userId}">>
  /**
   * List the badges that a user has almost earned
   *
   * Badges at 90 % or more that are not completed.
   *
   * For every signed-in user.
   *
   * `GET /badges/near-completion/{userId}`
   */
  listNearBadges(...given: GivenArguments<"GET /badges/near-completion/{userId}">): Promise<Answer<"GET /badges/near-completion/{userId}">>
  /**
   * Get the top of a leaderboard, without the names of private users
   *
   * Ordered by XP, then by who reached it first.
   *
   * Needs no access token.
   *
   * `GET /public/leaderboards`
   */
  getPublicLeaderboard(...given: GivenArguments<"GET /public/leaderboards">): Promise<Answer<"GET /public/leaderboards">>
  /**
   * Get your group in the league of this week
   *
   * A learner joins with the first XP of a week. Groups have at most 30 learners of a division, ranked by the XP of the week. The top of a group rises and the bottom falls when the week ends.
   *
   * For every signed-in user.
   *
   * `GET /leagues/me`
   */
  getLeague(...given: GivenArguments<"GET /leagues/me">): Promise<Answer<"GET /leagues/me">>
  /**
   * Get your rank in the league of this week, without the group
   *
   * For every signed-in user.
   *
   * `GET /leagues/me/position`
   */
  getLeaguePosition(...given: GivenArguments<"GET /leagues/me/position">): Promise<Answer<"GET /leagues/me/position">>
  /**
   * Get the leaderboard of a week
   *
   * Ordered by XP, then by who reached it first. Public; a token adds `me`.
   *
   * Needs no access token; the response has more for a signed-in user.
   *
   * `GET /leaderboard/weekly`
   */
  getWeeklyLeaderboard(...given: GivenArguments<"GET /leaderboard/weekly">): Promise<Answer<"GET /leaderboard/weekly">>
  /**
   * Get the leaderboard of a month
   *
   * Ordered by XP, then by who reached it first. Public; a token adds `me`.
   *
   * Needs no access token; the response has more for a signed-in user.
   *
   * `GET /leaderboard/monthly`
   */
  getMonthlyLeaderboard(...given: GivenArguments<"GET /leaderboard/monthly">): Promise<Answer<"GET /leaderboard/monthly">>
  /**
   * Get the all-time leaderboard
   *
   * Ordered by XP, then by who reached it first. Public; a token adds `me`.
   *
   * Needs no access token; the response has more for a signed-in user.
   *
   * `GET /leaderboard/all-time`
   */
  getAllTimeLeaderboard(...given: GivenArguments<"GET /leaderboard/all-time">): Promise<Answer<"GET /leaderboard/all-time">>
  /**
   * Get the leaderboard around your rank
   *
   * `entries` is empty if you have no rank.
   *
   * For every signed-in user.
   *
   * `GET /leaderboard/around-me`
   */
  getLeaderboardAroundMe(...given: GivenArguments<"GET /leaderboard/around-me">): Promise<Answer<"GET /leaderboard/around-me">>
  /**
   * Get your rank this week, this month and of all time
   *
   * For every signed-in user.
   *
   * `GET /leaderboard/my-position`
   */
  getLeaderboardPosition(...given: GivenArguments<"GET /leaderboard/my-position">): Promise<Answer<"GET /leaderboard/my-position">>
  /**
   * List contests
   *
   * Ordered by `startsAt`, with your status in each contest. Private contests are listed only for their participants.
   *
   * For every signed-in user.
   *
   * `GET /user/contests`
   */
  listContests(...given: GivenArguments<"GET /user/contests">): Promise<Answer<"GET /user/contests">>
  /**
   * Read a contest
   *
   * For every signed-in user.
   *
   * `GET /user/contests/{id}`
   */
  getContest(...given: GivenArguments<"GET /user/contests/{id}">): Promise<Answer<"GET /user/contests/{id}">>
  /**
   * Join a contest
   *
   * Charges the entry fee, if there is one. Open until the contest ends. A private contest requires its `roomCode`. Authors of the contest and staff that has seen its answers cannot join.
   *
   * For every signed-in user.
   *
   * `POST /user/contests/{id}/join`
   */
  joinContest(...given: GivenArguments<"POST /user/contests/{id}/join">): Promise<Answer<"POST /user/contests/{id}/join">>
  /**
   * Read the terms of a private contest by its code, before joining
   *
   * Charges nothing. Shows what joining costs and what can be won.
   *
   * For every signed-in user.
   *
   * `GET /user/contests/preview`
   */
  getContestPreview(...given: GivenArguments<"GET /user/contests/preview">): Promise<Answer<"GET /user/contests/preview">>
  /**
   * Join a private contest by its code
   *
   * Charges the entry fee, if there is one. Open until the contest ends.
   *
   * For every signed-in user.
   *
   * `POST /user/contests/join`
   */
  joinPrivateContest(...given: GivenArguments<"POST /user/contests/join">): Promise<Answer<"POST /user/contests/join">>
  /**
   * Start your attempt and read the questions
   *
   * Your time starts with this request. Questions and options are shuffled for each participant; starting again returns the same.
   *
   * For every signed-in user.
   *
   * `POST /user/contests/{id}/start`
   */
  startContest(...given: GivenArguments<"POST /user/contests/{id}/start">): Promise<Answer<"POST /user/contests/{id}/start">>
  /**
   * Read the questions again
   *
   * Returns the same as starting.
   *
   * For every signed-in user.
   *
   * `GET /user/contests/{id}/questions`
   */
  getContestQuestions(...given: GivenArguments<"GET /user/contests/{id}/questions">): Promise<Answer<"GET /user/contests/{id}/questions">>
  /**
   * Submit your answers
   *
   * Possible once. The server grades the answers and measures the time; `timeTakenSeconds` of the body is only a hint. Omitted questions count as wrong. A SINGLE_CHOICE question is answered by `selectedOption`, any other by `answer`. The result is shown after the contest is decided.
   *
   * For every signed-in user.
   *
   * `POST /user/contests/{id}/submit`
   */
  submitContestAnswers(...given: GivenArguments<"POST /user/contests/{id}/submit">): Promise<Answer<"POST /user/contests/{id}/submit">>
  /**
   * Read the correct answers and yours
   *
   * Available for participants after the contest is settled.
   *
   * For every signed-in user.
   *
   * `GET /user/contests/{id}/review`
   */
  getContestReview(...given: GivenArguments<"GET /user/contests/{id}/review">): Promise<Answer<"GET /user/contests/{id}/review">>
  /**
   * Read the leaderboard of a contest
   *
   * Ordered by score, then less time, then earlier submission; equal results have the same rank. Until the contest is decided it lists the submissions in the order of their time, and `rank`, `score`, `correctCount` and `me` are null.
   *
   * For every signed-in user.
   *
   * `GET /user/contests/{id}/leaderboard`
   */
  getContestLeaderboard(...given: GivenArguments<"GET /user/contests/{id}/leaderboard">): Promise<Answer<"GET /user/contests/{id}/leaderboard">>
  /**
   * Get your referral code
   *
   * The first call creates the code. Later calls return the same code.
   *
   * For every signed-in user.
   *
   * `POST /referral/code`
   */
  createReferralCode(...given: GivenArguments<"POST /referral/code">): Promise<Answer<"POST /referral/code">>
  /**
   * Get your referral stats
   *
   * `page` and `limit` select the listed invited users, newest first.
   *
   * For every signed-in user.
   *
   * `GET /referral/stats`
   */
  getReferralStats(...given: GivenArguments<"GET /referral/stats">): Promise<Answer<"GET /referral/stats">>
  /**
   * Redeem a referral code
   *
   * Once, within 7 days of registration. You and your inviter are paid when you complete your first course.
   *
   * For every signed-in user.
   *
   * `POST /referral/redeem`
   */
  redeemReferralCode(...given: GivenArguments<"POST /referral/redeem">): Promise<Answer<"POST /referral/redeem">>
  /**
   * Read notification preferences
   *
   * For every signed-in user.
   *
   * `GET /notifications/preferences`
   */
  getNotificationPreferences(...given: GivenArguments<"GET /notifications/preferences">): Promise<Answer<"GET /notifications/preferences">>
  /**
   * Replace notification preferences
   *
   * Replaces all earlier preferences. With `inApp` off, the inbox does not show the type. E-mails are sent only to a verified address.
   *
   * For every signed-in user.
   *
   * `PUT /notifications/preferences`
   */
  replaceNotificationPreferences(...given: GivenArguments<"PUT /notifications/preferences">): Promise<Answer<"PUT /notifications/preferences">>
  /**
   * Register a device for pushes
   *
   * Send the token whenever the app starts. It belongs to the user who registered it last, until that session ends. Above 10 devices, the one that was not seen for longest is deleted.
   *
   * For every signed-in user.
   *
   * `POST /notifications/device-token`
   */
  registerDevice(...given: GivenArguments<"POST /notifications/device-token">): Promise<Answer<"POST /notifications/device-token">>
  /**
   * Unregister a device
   *
   * For signing out. Only for a device of the caller.
   *
   * For every signed-in user.
   *
   * `DELETE /notifications/device-token`
   */
  deleteDevice(...given: GivenArguments<"DELETE /notifications/device-token">): Promise<Answer<"DELETE /notifications/device-token">>
  /**
   * Read the Web Push key
   *
   * The `applicationServerKey` of `pushManager.subscribe`; null if Web Push is disabled.
   *
   * For every signed-in user.
   *
   * `GET /notifications/web-push-key`
   */
  getWebPushKey(...given: GivenArguments<"GET /notifications/web-push-key">): Promise<Answer<"GET /notifications/web-push-key">>
  /**
   * Read your inbox
   *
   * The newest first.
   *
   * For every signed-in user.
   *
   * `GET /notifications`
   */
  listNotifications(...given: GivenArguments<"GET /notifications">): Promise<Answer<"GET /notifications">>
  /**
   * Mark everything read
   *
   * Notifications that arrive during the request stay unread.
   *
   * For every signed-in user.
   *
   * `POST /notifications/read-all`
   */
  markAllNotificationsRead(...given: GivenArguments<"POST /notifications/read-all">): Promise<Answer<"POST /notifications/read-all">>
  /**
   * Mark a notification read
   *
   * For every signed-in user.
   *
   * `PATCH /notifications/{id}/read`
   */
  markNotificationRead(...given: GivenArguments<"PATCH /notifications/{id}/read">): Promise<Answer<"PATCH /notifications/{id}/read">>
  /**
   * Delete a notification
   *
   * For every signed-in user.
   *
   * `DELETE /notifications/{id}`
   */
  deleteNotification(...given: GivenArguments<"DELETE /notifications/{id}">): Promise<Answer<"DELETE /notifications/{id}">>
  /**
   * Read your subscription
   *
   * Bought in a store, or granted by an administrator. Premium lasts until the end of the period and its grace period.
   *
   * For every signed-in user.
   *
   * `GET /user/subscription`
   */
  getSubscription(...given: GivenArguments<"GET /user/subscription">): Promise<Answer<"GET /user/subscription">>
  /**
   * Receive a contract event
   *
   * Signed with the secret `CONTRACT_WEBHOOK_SECRET` of the service. An event of another contract than those of `GET /blockchain/config` has no effect. With `CONTRACT_EVENTS_CONFIRMED`, which is on in production, our own node must have it in a confirmed block. An event id has one effect, and so has a contract event that is sent with several ids. An event for an unknown address waits until a user links the address.
   *
   * For the sender of the events, which has its own credentials.
   *
   * `POST /webhook/contract-events`
   */
  receiveContractEvent(...given: GivenArguments<"POST /webhook/contract-events">): Promise<Answer<"POST /webhook/contract-events">>
  /**
   * Receive a subscription event
   *
   * For RevenueCat, with the header `Authorization: Bearer <REVENUECAT_WEBHOOK_KEY>`. Events may arrive twice and in any order; unknown types are stored without effect.
   *
   * For the sender of the events, which has its own credentials.
   *
   * `POST /webhooks/revenuecat`
   */
  receiveRevenueCatEvent(...given: GivenArguments<"POST /webhooks/revenuecat">): Promise<Answer<"POST /webhooks/revenuecat">>
  /**
   * Receive an event of a payment provider
   *
   * Each payment provider signs the body in its own header: `x-signature` with `FONBNK_WEBHOOK_SECRET` (Fonbnk), `x-yc-signature` with `YELLOW_CARD_SECRET` (Yellow Card), `x-sandbox-signature` (sandbox).
   *
   * For the sender of the events, which has its own credentials.
   *
   * `POST /webhooks/payments/{provider}`
   */
  receivePaymentEvent(...given: GivenArguments<"POST /webhooks/payments/{provider}">): Promise<Answer<"POST /webhooks/payments/{provider}">>
  /**
   * See how the service does
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `GET /admin/stats`
   */
  getAdminStats(...given: GivenArguments<"GET /admin/stats">): Promise<Answer<"GET /admin/stats">>
  /**
   * Search users
   *
   * Newest first. `total` is at most 10,000.
   *
   * For signed-in users with the role `SUPPORT` or `MODERATOR` or `ADMIN`.
   *
   * `GET /admin/users`
   */
  listAdminUsers(...given: GivenArguments<"GET /admin/users">): Promise<Answer<"GET /admin/users">>
  /**
   * Read a user
   *
   * For signed-in users with the role `SUPPORT` or `MODERATOR` or `ADMIN`.
   *
   * `GET /admin/users/{id}`
   */
  getAdminUser(...given: GivenArguments<"GET /admin/users/{id}">): Promise<Answer<"GET /admin/users/{id}">>
  /**
   * Suspend a user
   *
   * Ends all sessions, prevents sign-in and hides the user from leaderboards. A repeated request changes nothing.
   *
   * For signed-in users with the role `MODERATOR` or `ADMIN`.
   *
   * `POST /admin/users/{id}/suspend`
   */
  suspendUser(...given: GivenArguments<"POST /admin/users/{id}/suspend">): Promise<Answer<"POST /admin/users/{id}/suspend">>
  /**
   * Unsuspend a user
   *
   * The user can sign in again. A repeated request changes nothing.
   *
   * For signed-in users with the role `MODERATOR` or `ADMIN`.
   *
   * `POST /admin/users/{id}/unsuspend`
   */
  unsuspendUser(...given: GivenArguments<"POST /admin/users/{id}/unsuspend">): Promise<Answer<"POST /admin/users/{id}/unsuspend">>
  /**
   * Change the role of a user
   *
   * Ends the sessions of the user, because access tokens contain the role. The user must have a verified email address.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `PATCH /admin/users/{id}/role`
   */
  updateUserRole(...given: GivenArguments<"PATCH /admin/users/{id}/role">): Promise<Answer<"PATCH /admin/users/{id}/role">>
  /**
   * Send a message to a user
   *
   * Sends a notification of type SYSTEM over the channels that the user has chosen.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `POST /admin/users/{id}/notifications`
   */
  sendUserNotification(...given: GivenArguments<"POST /admin/users/{id}/notifications">): Promise<Answer<"POST /admin/users/{id}/notifications">>
  /**
   * Grant premium to a user
   *
   * Independent of purchases. A user has at most one grant; a new one replaces it.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `PUT /admin/users/{id}/subscription`
   */
  replacePremiumGrant(...given: GivenArguments<"PUT /admin/users/{id}/subscription">): Promise<Answer<"PUT /admin/users/{id}/subscription">>
  /**
   * End the premium grant of a user
   *
   * Purchases are not changed. A repeated request changes nothing.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `DELETE /admin/users/{id}/subscription`
   */
  deletePremiumGrant(...given: GivenArguments<"DELETE /admin/users/{id}/subscription">): Promise<Answer<"DELETE /admin/users/{id}/subscription">>
  /**
   * Read what waits for a person
   *
   * Submissions to review, reports of learners, orders under review, grants that need approval, webhook events and jobs that failed for good, faults of the last ledger audit, and whether the relayer runs out of ether. A moderator sees the reports only; the rest is null.
   *
   * For signed-in users with the role `SUPPORT` or `MODERATOR` or `ADMIN`.
   *
   * `GET /admin/attention`
   */
  getAdminAttention(...given: GivenArguments<"GET /admin/attention">): Promise<Answer<"GET /admin/attention">>
  /**
   * Search for anything
   *
   * At most 20 results, exact matches first. Finds users by id, username and e-mail address (also by a part), wallets by address, orders by id and provider reference, certificates by id and number, chain transactions by id and hash, contests by id and a part of the title, battles by id, and places in the queue of battles by id and by the ticket of the app. A moderator finds users only.
   *
   * For signed-in users with the role `SUPPORT` or `MODERATOR` or `ADMIN`.
   *
   * `GET /admin/search`
   */
  listAdminSearchResults(...given: GivenArguments<"GET /admin/search">): Promise<Answer<"GET /admin/search">>
  /**
   * Read everything about a user that staff need first
   *
   * The account, and the newest items of each section. Sessions, ledger entries, enrollments, certificates, invited users and notes have lists of their own; orders and audit entries are lists with a filter by user.
   *
   * For signed-in users with the role `SUPPORT` or `ADMIN`.
   *
   * `GET /admin/users/{id}/overview`
   */
  getAdminUserOverview(...given: GivenArguments<"GET /admin/users/{id}/overview">): Promise<Answer<"GET /admin/users/{id}/overview">>
  /**
   * List the courses of a user
   *
   * With their progress, the newest enrollment first.
   *
   * For signed-in users with the role `SUPPORT` or `ADMIN`.
   *
   * `GET /admin/users/{id}/enrollments`
   */
  listAdminUserEnrollments(...given: GivenArguments<"GET /admin/users/{id}/enrollments">): Promise<Answer<"GET /admin/users/{id}/enrollments">>
  /**
   * List the users whom a user invited
   *
   * The newest account first. `total` is at most 10,000.
   *
   * For signed-in users with the role `SUPPORT` or `ADMIN`.
   *
   * `GET /admin/users/{id}/referrals`
   */
  listAdminUserReferrals(...given: GivenArguments<"GET /admin/users/{id}/referrals">): Promise<Answer<"GET /admin/users/{id}/referrals">>
  /**
   * List the ledger entries of a user
   *
   * Newest first, each with all entries of its transfer, so that staff can see where an amount came from or went. `from` is included, `to` is not. `total` is at most 10,000.
   *
   * For signed-in users with the role `SUPPORT` or `ADMIN`.
   *
   * `GET /admin/users/{id}/ledger`
   */
  listAdminUserLedgerEntries(...given: GivenArguments<"GET /admin/users/{id}/ledger">): Promise<Answer<"GET /admin/users/{id}/ledger">>
  /**
   * List the sessions of a user
   *
   * Active, expired and revoked sessions that are still stored, newest first. `total` is at most 10,000.
   *
   * For signed-in users with the role `SUPPORT` or `ADMIN`.
   *
   * `GET /admin/users/{id}/sessions`
   */
  listAdminUserSessions(...given: GivenArguments<"GET /admin/users/{id}/sessions">): Promise<Answer<"GET /admin/users/{id}/sessions">>
  /**
   * End all sessions of a user
   *
   * Signs the user out on all devices. The user can sign in again. A repeated request without new sessions changes nothing.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `POST /admin/users/{id}/sessions/revoke`
   */
  revokeUserSessions(...given: GivenArguments<"POST /admin/users/{id}/sessions/revoke">): Promise<Answer<"POST /admin/users/{id}/sessions/revoke">>
  /**
   * View the app as a learner, without changing anything
   *
   * The access token reads what the user sees, for 15 minutes at most. Requests that write, reads of secrets (export, sessions, messages to sign) and reads that store something (promotions, referral code) are refused with `VIEW_ONLY`, WebSockets are closed. It belongs to the session of the caller and ends with it. The user has no session of it and no activity. Only accounts with the role USER can be viewed.
   *
   * For signed-in users with the role `SUPPORT` or `ADMIN`.
   *
   * `POST /admin/users/{id}/view-as`
   */
  viewAsUser(...given: GivenArguments<"POST /admin/users/{id}/view-as">): Promise<Answer<"POST /admin/users/{id}/view-as">>
  /**
   * List the notes on a user
   *
   * Newest first. `total` is at most 10,000.
   *
   * For signed-in users with the role `SUPPORT` or `ADMIN`.
   *
   * `GET /admin/users/{id}/notes`
   */
  listAdminUserNotes(...given: GivenArguments<"GET /admin/users/{id}/notes">): Promise<Answer<"GET /admin/users/{id}/notes">>
  /**
   * Write a note on a user
   *
   * Other staff see the note. The user gets its text with the export of the account, without the author. It is deleted with the account. The audit log does not contain the text.
   *
   * For signed-in users with the role `SUPPORT` or `ADMIN`.
   *
   * `POST /admin/users/{id}/notes`
   */
  createUserNote(...given: GivenArguments<"POST /admin/users/{id}/notes">): Promise<Answer<"POST /admin/users/{id}/notes">>
  /**
   * Delete a note on a user
   *
   * Support deletes only own notes; administrators delete all.
   *
   * For signed-in users with the role `SUPPORT` or `ADMIN`.
   *
   * `DELETE /admin/users/{id}/notes/{noteId}`
   */
  deleteUserNote(...given: GivenArguments<"DELETE /admin/users/{id}/notes/{noteId}">): Promise<Answer<"DELETE /admin/users/{id}/notes/{noteId}">>
  /**
   * List submissions that need a human review
   *
   * Oldest request first. A creator sees the submissions to the own courses: those that he or she owns or is a co-author of.
   *
   * For signed-in users with the role `CREATOR` or `SUPPORT` or `ADMIN`.
   *
   * `GET /admin/submissions`
   */
  listAdminSubmissions(...given: GivenArguments<"GET /admin/submissions">): Promise<Answer<"GET /admin/submissions">>
  /**
   * Decide a submission
   *
   * A decision is final. The learner sees the reason; a passed project is rewarded. A creator decides about submissions to the own courses: those that he or she owns or is a co-author of.
   *
   * For signed-in users with the role `CREATOR` or `SUPPORT` or `ADMIN`.
   *
   * `POST /admin/submissions/{id}/decision`
   */
  decideSubmission(...given: GivenArguments<"POST /admin/submissions/{id}/decision">): Promise<Answer<"POST /admin/submissions/{id}/decision">>
  /**
   * List orders
   *
   * Newest first. `total` is at most 10,000.
   *
   * For signed-in users with the role `SUPPORT` or `ADMIN`.
   *
   * `GET /admin/orders`
   */
  listAdminOrders(...given: GivenArguments<"GET /admin/orders">): Promise<Answer<"GET /admin/orders">>
  /**
   * Read an order with its history
   *
   * For signed-in users with the role `SUPPORT` or `ADMIN`.
   *
   * `GET /admin/orders/{id}`
   */
  getAdminOrder(...given: GivenArguments<"GET /admin/orders/{id}">): Promise<Answer<"GET /admin/orders/{id}">>
  /**
   * Retry an order
   *
   * Polls the provider now, and retries a failed return of tokens.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `POST /admin/orders/{id}/retry`
   */
  retryOrder(...given: GivenArguments<"POST /admin/orders/{id}/retry">): Promise<Answer<"POST /admin/orders/{id}/retry">>
  /**
   * Accept the payment of an order under review
   *
   * Delivers the order although the payment differs from the quote.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `POST /admin/orders/{id}/accept`
   */
  acceptOrder(...given: GivenArguments<"POST /admin/orders/{id}/accept">): Promise<Answer<"POST /admin/orders/{id}/accept">>
  /**
   * Preview the refund of an order
   *
   * What the order delivered, what a refund would take back, what the user no longer has, what is paid back and by whom, and the ledger entries. For a refunded order: what was done. Amounts of ledger entries are in smallest units.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `GET /admin/orders/{id}/refund`
   */
  getAdminOrderRefund(...given: GivenArguments<"GET /admin/orders/{id}/refund">): Promise<Answer<"GET /admin/orders/{id}/refund">>
  /**
   * Refund an order
   *
   * Of a completed purchase, what the user still has of the bought gems is taken back, the rest is a loss of the house, and the provider pays the money back. `shortfall` must be that of the preview; another one is 409 `REFUND_CHANGED`. An order under review is refunded by the provider. If `refund.method` is BY_HAND, an operator pays back by other means. `byHand` then marks an order in REFUND_PENDING as refunded.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `POST /admin/orders/{id}/refund`
   */
  refundOrder(...given: GivenArguments<"POST /admin/orders/{id}/refund">): Promise<Answer<"POST /admin/orders/{id}/refund">>
  /**
   * List the certificates of a user
   *
   * For signed-in users with the role `SUPPORT` or `ADMIN`.
   *
   * `GET /admin/users/{id}/certificates`
   */
  listAdminCertificates(...given: GivenArguments<"GET /admin/users/{id}/certificates">): Promise<Answer<"GET /admin/users/{id}/certificates">>
  /**
   * List certificates
   *
   * Newest first. A number may be typed in lower case, and with O for 0 and I or L for 1. `total` is at most 10,000.
   *
   * For signed-in users with the role `SUPPORT` or `ADMIN`.
   *
   * `GET /admin/certificates`
   */
  listAdminIssuedCertificates(...given: GivenArguments<"GET /admin/certificates">): Promise<Answer<"GET /admin/certificates">>
  /**
   * Revoke a certificate
   *
   * The certificate becomes invalid immediately. The revocation and its reason are written to the chain permanently. A repeated request changes nothing.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `POST /admin/certificates/{id}/revoke`
   */
  revokeCertificate(...given: GivenArguments<"POST /admin/certificates/{id}/revoke">): Promise<Answer<"POST /admin/certificates/{id}/revoke">>
  /**
   * Correct the name on a certificate
   *
   * Corrects the name that is bound to the owner, so all their certificates that are not revoked get it. Numbers and tokens stay the same; the tokens get new metadata documents.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `PATCH /admin/certificates/{id}`
   */
  updateCertificate(...given: GivenArguments<"PATCH /admin/certificates/{id}">): Promise<Answer<"PATCH /admin/certificates/{id}">>
  /**
   * Read the state of the relayer
   *
   * For signed-in users with the role `SUPPORT` or `ADMIN`.
   *
   * `GET /admin/chain`
   */
  getAdminChain(...given: GivenArguments<"GET /admin/chain">): Promise<Answer<"GET /admin/chain">>
  /**
   * List chain transactions
   *
   * Newest first. `hash` also finds an attempt that was replaced. `total` is at most 10,000.
   *
   * For signed-in users with the role `SUPPORT` or `ADMIN`.
   *
   * `GET /admin/chain-transactions`
   */
  listAdminChainTransactions(...given: GivenArguments<"GET /admin/chain-transactions">): Promise<Answer<"GET /admin/chain-transactions">>
  /**
   * List outgoing mails
   *
   * Newest first, without bodies and codes. Mails are deleted after some days, sent or not. FAILED is retried until then. `total` is at most 10,000.
   *
   * For signed-in users with the role `SUPPORT` or `ADMIN`.
   *
   * `GET /admin/emails`
   */
  listAdminEmails(...given: GivenArguments<"GET /admin/emails">): Promise<Answer<"GET /admin/emails">>
  /**
   * Send a mail again
   *
   * Attempts an unsent mail now. Of a mail that was sent, a copy is sent and returned. The codes in a mail may have expired. Refused while mail is turned off.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `POST /admin/emails/{id}/resend`
   */
  resendEmail(...given: GivenArguments<"POST /admin/emails/{id}/resend">): Promise<Answer<"POST /admin/emails/{id}/resend">>
  /**
   * List received webhook events
   *
   * Without their bodies, newest first. `total` is at most 10,000.
   *
   * For signed-in users with the role `SUPPORT` or `ADMIN`.
   *
   * `GET /admin/inbox/events`
   */
  listAdminWebhookEvents(...given: GivenArguments<"GET /admin/inbox/events">): Promise<Answer<"GET /admin/inbox/events">>
  /**
   * Read a received webhook event with its body
   *
   * Values of secret fields are replaced by `[removed]`.
   *
   * For signed-in users with the role `SUPPORT` or `ADMIN`.
   *
   * `GET /admin/inbox/events/{id}`
   */
  getAdminWebhookEvent(...given: GivenArguments<"GET /admin/inbox/events/{id}">): Promise<Answer<"GET /admin/inbox/events/{id}">>
  /**
   * List failed webhook events
   *
   * Events that could not be processed after all attempts, newest first.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `GET /admin/inbox/dead-letters`
   */
  listAdminDeadLetters(...given: GivenArguments<"GET /admin/inbox/dead-letters">): Promise<Answer<"GET /admin/inbox/dead-letters">>
  /**
   * Process a failed webhook event again
   *
   * With a new set of attempts. Effects that were already applied are not applied again.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `POST /admin/inbox/dead-letters/{id}/replay`
   */
  replayDeadLetter(...given: GivenArguments<"POST /admin/inbox/dead-letters/{id}/replay">): Promise<Answer<"POST /admin/inbox/dead-letters/{id}/replay">>
  /**
   * List job queues with their counts
   *
   * The counts are updated every ten seconds.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `GET /admin/jobs`
   */
  listAdminJobQueues(...given: GivenArguments<"GET /admin/jobs">): Promise<Answer<"GET /admin/jobs">>
  /**
   * List failed jobs
   *
   * Newest first.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `GET /admin/jobs/failed`
   */
  listAdminFailedJobs(...given: GivenArguments<"GET /admin/jobs/failed">): Promise<Answer<"GET /admin/jobs/failed">>
  /**
   * Retry a failed job
   *
   * Replaces the failed job by a new job with the same data.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `POST /admin/jobs/failed/{id}/retry`
   */
  retryFailedJob(...given: GivenArguments<"POST /admin/jobs/failed/{id}/retry">): Promise<Answer<"POST /admin/jobs/failed/{id}/retry">>
  /**
   * List the latest ledger audits
   *
   * The latest thirty, newest first.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `GET /admin/ledger/audits`
   */
  listAdminLedgerAudits(...given: GivenArguments<"GET /admin/ledger/audits">): Promise<Answer<"GET /admin/ledger/audits">>
  /**
   * Request a ledger audit
   *
   * A job runs the audit. While an audit is running, a repeated request returns it.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `POST /admin/ledger/audits`
   */
  createLedgerAudit(...given: GivenArguments<"POST /admin/ledger/audits">): Promise<Answer<"POST /admin/ledger/audits">>
  /**
   * List the transfers of the ledger
   *
   * Newest first, each with its entries, of all accounts: users, the house, and escrows of contests, battles and orders. Without `reference`, the filters look at the newest 20,000 transfers of the time, of the account if one is given. `from` is included, `to` is not. `total` is at most 10,000.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `GET /admin/ledger/transfers`
   */
  listAdminLedgerTransfers(...given: GivenArguments<"GET /admin/ledger/transfers">): Promise<Answer<"GET /admin/ledger/transfers">>
  /**
   * Read the settings of the site
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `GET /admin/site-settings`
   */
  getAdminSiteSettings(...given: GivenArguments<"GET /admin/site-settings">): Promise<Answer<"GET /admin/site-settings">>
  /**
   * Replace the settings of the site
   *
   * Pages, the app and mails show the name. Visitors whose browser asks for none of our languages get the language. The same settings again change nothing.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `PUT /admin/site-settings`
   */
  replaceSiteSettings(...given: GivenArguments<"PUT /admin/site-settings">): Promise<Answer<"PUT /admin/site-settings">>
  /**
   * Upload the logo of the site
   *
   * As multipart. Pages, the app and the icon of the installed app show it in place of the owl.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `PUT /admin/site-settings/logo`
   */
  replaceSiteLogo(...given: GivenArguments<"PUT /admin/site-settings/logo">): Promise<Answer<"PUT /admin/site-settings/logo">>
  /**
   * Remove the logo of the site
   *
   * The site shows the owl again. A repeated request changes nothing.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `DELETE /admin/site-settings/logo`
   */
  deleteSiteLogo(...given: GivenArguments<"DELETE /admin/site-settings/logo">): Promise<Answer<"DELETE /admin/site-settings/logo">>
  /**
   * Read the settings that apply at run time
   *
   * Each setting has the value in force, whether it is stored or from the environment, and the value of the environment. Processes may have different environments: the values are those of the process that responds.
   *
   * For signed-in users with the role `SUPPORT` or `ADMIN`.
   *
   * `GET /admin/runtime-settings`
   */
  getAdminRuntimeSettings(...given: GivenArguments<"GET /admin/runtime-settings">): Promise<Answer<"GET /admin/runtime-settings">>
  /**
   * Replace the settings that apply at run time
   *
   * In force in all processes within a second. Null leaves a setting to the environment. Closed sign-up refuses every new account, except those of the setup and of the command line, and no sign-in. Without stakes, new stakes and entry fees are refused; running battles and joined contests are settled as agreed. `version` is that of the settings that you read; another one is 412 `SETTINGS_CHANGED`. The limits of grants can be lowered; only the command line raises them or turns them off. Users of a role in `twoFactorRoles` who have no two-factor sign-in can sign in, and get 403 `TWO_FACTOR_SETUP_REQUIRED` at every endpoint under `/admin` until they turn it on; to add a role, your own account must have it. The same settings again change nothing.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `PUT /admin/runtime-settings`
   */
  replaceRuntimeSettings(...given: GivenArguments<"PUT /admin/runtime-settings">): Promise<Answer<"PUT /admin/runtime-settings">>
  /**
   * Grant gems or XP to a user, or take them
   *
   * A negative amount is taken from the user. If the user has too little, nothing is taken and an error is returned. If your grants to all users within 24 hours exceed the limit (`grantLimits` of the settings of the run time), nothing is paid: the status is 202, and another administrator must approve the request in `approval`.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `POST /admin/users/{id}/grants`
   */
  createUserGrant(...given: GivenArguments<"POST /admin/users/{id}/grants">): Promise<Answer<"POST /admin/users/{id}/grants">>
  /**
   * List grants that need approval
   *
   * Newest first. A pending request expires after seven days. `total` is at most 10,000.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `GET /admin/grant-requests`
   */
  listAdminGrantRequests(...given: GivenArguments<"GET /admin/grant-requests">): Promise<Answer<"GET /admin/grant-requests">>
  /**
   * Approve a grant
   *
   * Pays the grant, once. The approver is not the user who gets it, and is independent of the requester: neither made the other an administrator, and no third one made both.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `POST /admin/grant-requests/{id}/approve`
   */
  approveGrant(...given: GivenArguments<"POST /admin/grant-requests/{id}/approve">): Promise<Answer<"POST /admin/grant-requests/{id}/approve">>
  /**
   * Reject a grant
   *
   * Nothing is paid. The requester may reject the own request, to withdraw it.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `POST /admin/grant-requests/{id}/reject`
   */
  rejectGrant(...given: GivenArguments<"POST /admin/grant-requests/{id}/reject">): Promise<Answer<"POST /admin/grant-requests/{id}/reject">>
  /**
   * Read the audit log
   *
   * All actions under /admin, the first run, resets by the command line, and changes of the name on certificates by its owner, newest first. `total` is at most 10,000.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `GET /admin/audit`
   */
  listAdminAuditEntries(...given: GivenArguments<"GET /admin/audit">): Promise<Answer<"GET /admin/audit">>
  /**
   * Report a course, a lesson, a question or a user
   *
   * Moderators decide reports, and you get a notification. Reporting the same again while the report is open returns the first one. At most 20 reports per day (UTC).
   *
   * For every signed-in user.
   *
   * `POST /reports`
   */
  createReport(...given: GivenArguments<"POST /reports">): Promise<Answer<"POST /reports">>
  /**
   * List reports
   *
   * Open reports unless `status` says otherwise, the oldest first. `total` is at most 10,000.
   *
   * For signed-in users with the role `MODERATOR` or `ADMIN`.
   *
   * `GET /admin/reports`
   */
  listAdminReports(...given: GivenArguments<"GET /admin/reports">): Promise<Answer<"GET /admin/reports">>
  /**
   * Decide a report
   *
   * ACTED: something was done about the target, such as a correction or a suspension; this request does not do it. The reporter gets a notification. The same decision again changes nothing.
   *
   * For signed-in users with the role `MODERATOR` or `ADMIN`.
   *
   * `POST /admin/reports/{id}/decision`
   */
  decideReport(...given: GivenArguments<"POST /admin/reports/{id}/decision">): Promise<Answer<"POST /admin/reports/{id}/decision">>
  /**
   * List broadcasts
   *
   * Newest first, with their progress. `total` is at most 10,000.
   *
   * For signed-in users with the role `SUPPORT` or `ADMIN`.
   *
   * `GET /admin/broadcasts`
   */
  listAdminBroadcasts(...given: GivenArguments<"GET /admin/broadcasts">): Promise<Answer<"GET /admin/broadcasts">>
  /**
   * Create a draft of a message to many users
   *
   * Nothing is sent before `POST /admin/broadcasts/{id}/send`. Users get the text in their language, or in the fallback language.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `POST /admin/broadcasts`
   */
  createBroadcast(...given: GivenArguments<"POST /admin/broadcasts">): Promise<Answer<"POST /admin/broadcasts">>
  /**
   * Read a broadcast and its progress
   *
   * For signed-in users with the role `SUPPORT` or `ADMIN`.
   *
   * `GET /admin/broadcasts/{id}`
   */
  getAdminBroadcast(...given: GivenArguments<"GET /admin/broadcasts/{id}">): Promise<Answer<"GET /admin/broadcasts/{id}">>
  /**
   * Change a draft
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `PATCH /admin/broadcasts/{id}`
   */
  updateBroadcast(...given: GivenArguments<"PATCH /admin/broadcasts/{id}">): Promise<Answer<"PATCH /admin/broadcasts/{id}">>
  /**
   * Count the recipients, and see the message in each language
   *
   * The count includes users who turned off all channels of the type. With `sendTest`, you get the message yourself, over the channels that you chose, in your language or in `language`.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `POST /admin/broadcasts/{id}/preview`
   */
  previewBroadcast(...given: GivenArguments<"POST /admin/broadcasts/{id}/preview">): Promise<Answer<"POST /admin/broadcasts/{id}/preview">>
  /**
   * Send a broadcast, now or at a time
   *
   * Users who are in the segment when the sending begins get the message once, over the channels that they chose. Suspended and deleted accounts get nothing. `confirmName` is the name of the broadcast, typed by the sender.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `POST /admin/broadcasts/{id}/send`
   */
  sendBroadcast(...given: GivenArguments<"POST /admin/broadcasts/{id}/send">): Promise<Answer<"POST /admin/broadcasts/{id}/send">>
  /**
   * Stop a broadcast
   *
   * After the response no user gets the message. `sentCount` users got it: it stays in their inboxes. Pushes and e-mails that were not handed over yet are dropped. A stopped broadcast cannot be continued; stopping it again changes nothing.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `POST /admin/broadcasts/{id}/stop`
   */
  stopBroadcast(...given: GivenArguments<"POST /admin/broadcasts/{id}/stop">): Promise<Answer<"POST /admin/broadcasts/{id}/stop">>
  /**
   * Import questions from a file
   *
   * As multipart with the part `file`, or as JSON with `text`. The questions become drafts of the caller, in one transaction. Questions that the caller has already, and those that cannot be read, are left out and reported with their lines. Texts are Markdown; HTML is converted or refused.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/questions/import`
   */
  importQuestions(...given: GivenArguments<"POST /admin/questions/import">): Promise<Answer<"POST /admin/questions/import">>
  /**
   * Export questions as a file
   *
   * The questions that the caller may change, with their answers: own ones and those in lessons of own courses; an ADMIN exports all authored ones. The file can be imported again. Questions that a format cannot express are named in comments of the file. At most 2,000.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/questions/export`
   */
  exportAdminQuestions(...given: GivenArguments<"GET /admin/questions/export">): Promise<Answer<"GET /admin/questions/export">>
  /**
   * List the tags of your questions
   *
   * The most frequent first, at most 1,000. Archived questions do not count.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/question-tags`
   */
  listAdminQuestionTags(...given: GivenArguments<"GET /admin/question-tags">): Promise<Answer<"GET /admin/question-tags">>
  /**
   * List questions that are the same
   *
   * Groups of questions of the caller with the same prompt and answers. Case, spaces, quotes and the order of options do not matter. Archived questions do not count.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/questions/duplicates`
   */
  listAdminDuplicateQuestions(...given: GivenArguments<"GET /admin/questions/duplicates">): Promise<Answer<"GET /admin/questions/duplicates">>
  /**
   * Change many questions
   *
   * Sets the topic or the difficulty, adds and removes tags, publishes or archives. Topic and difficulty of a question that learners may have open change with the next publication of its lesson. All changes are one transaction. A question that cannot be changed is reported and does not stop the others.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/questions/bulk`
   */
  changeQuestions(...given: GivenArguments<"POST /admin/questions/bulk">): Promise<Answer<"POST /admin/questions/bulk">>
  /**
   * Create a topic
   *
   * Topics belong to the installation: all authors may use them.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/topics`
   */
  createTopic(...given: GivenArguments<"POST /admin/topics">): Promise<Answer<"POST /admin/topics">>
  /**
   * List topics
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/topics`
   */
  listAdminTopics(...given: GivenArguments<"GET /admin/topics">): Promise<Answer<"GET /admin/topics">>
  /**
   * Rename a topic
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `PATCH /admin/topics/{id}`
   */
  updateTopic(...given: GivenArguments<"PATCH /admin/topics/{id}">): Promise<Answer<"PATCH /admin/topics/{id}">>
  /**
   * Read whether a model drafts for authors, and what it drafted
   *
   * With a lesson or a question: the marks that no author has removed.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/model-drafts`
   */
  getAdminModelDrafts(...given: GivenArguments<"GET /admin/model-drafts">): Promise<Answer<"GET /admin/model-drafts">>
  /**
   * Let a model draft slides for a lesson
   *
   * From a text. The slides are returned and not stored: an edit of the lesson adds them, as any other slides. The lesson is marked until an author removes the mark. Slides that no edit would accept, and those with links or pictures, are left out and reported. An author may ask twenty times a day.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/lessons/{id}/model-drafts`
   */
  draftSlides(...given: GivenArguments<"POST /admin/lessons/{id}/model-drafts">): Promise<Answer<"POST /admin/lessons/{id}/model-drafts">>
  /**
   * Let a model draft questions
   *
   * From a text. They become single-choice drafts of the caller in the question bank, each marked until an author removes the mark. Questions that no edit would accept, and those with links or pictures, are left out and reported. An author may ask twenty times a day.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/questions/model-drafts`
   */
  draftQuestions(...given: GivenArguments<"POST /admin/questions/model-drafts">): Promise<Answer<"POST /admin/questions/model-drafts">>
  /**
   * Remove the mark of a draft of a model
   *
   * An author has checked it. Nothing else changes.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `DELETE /admin/model-drafts/{id}`
   */
  deleteModelDraftMark(...given: GivenArguments<"DELETE /admin/model-drafts/{id}">): Promise<Answer<"DELETE /admin/model-drafts/{id}">>
  /**
   * List courses in every status
   *
   * An ADMIN sees all courses, an author the published ones and the own ones: those that he or she owns or is a co-author of.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/courses`
   */
  listAdminCourses(...given: GivenArguments<"GET /admin/courses">): Promise<Answer<"GET /admin/courses">>
  /**
   * Create a course
   *
   * The course is a draft: learners see it after it is published. The caller owns it. Imports of content packs do not change it.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/courses`
   */
  createCourse(...given: GivenArguments<"POST /admin/courses">): Promise<Answer<"POST /admin/courses">>
  /**
   * Read a course in any status
   *
   * Authors of the course and an ADMIN get it with its unpublished changes.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/courses/{id}`
   */
  getAdminCourse(...given: GivenArguments<"GET /admin/courses/{id}">): Promise<Answer<"GET /admin/courses/{id}">>
  /**
   * Update a course
   *
   * Learners see the change of a published course after the next publication. A course is changed by its owner, its co-authors and an ADMIN. A course of a content pack can be changed only in its pack.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `PATCH /admin/courses/{id}`
   */
  updateCourse(...given: GivenArguments<"PATCH /admin/courses/{id}">): Promise<Answer<"PATCH /admin/courses/{id}">>
  /**
   * Publish a course
   *
   * Publishes a draft, or the changes of a published course. `changedLessonIds` of the response are lessons whose changes are not published. The total rewards of the course, and what one author promises in a day, are limited for a CREATOR. An ADMIN may publish more.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/courses/{id}/publish`
   */
  publishCourse(...given: GivenArguments<"POST /admin/courses/{id}/publish">): Promise<Answer<"POST /admin/courses/{id}/publish">>
  /**
   * Discard the unpublished changes of a course
   *
   * The course is again as learners see it. Changes of its lessons stay.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/courses/{id}/discard-changes`
   */
  discardCourseChanges(...given: GivenArguments<"POST /admin/courses/{id}/discard-changes">): Promise<Answer<"POST /admin/courses/{id}/discard-changes">>
  /**
   * Archive a course
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/courses/{id}/archive`
   */
  archiveCourse(...given: GivenArguments<"POST /admin/courses/{id}/archive">): Promise<Answer<"POST /admin/courses/{id}/archive">>
  /**
   * List the owner and the co-authors of a course
   *
   * The owner first. For authors of the course and an ADMIN.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/courses/{id}/authors`
   */
  listAdminCourseAuthors(...given: GivenArguments<"GET /admin/courses/{id}/authors">): Promise<Answer<"GET /admin/courses/{id}/authors">>
  /**
   * Add a co-author to a course
   *
   * A co-author may edit, publish and archive the course, and reviews its submissions. The course pays its authors nothing, also after they have left. For the owner and an ADMIN. A repeated request changes nothing.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/courses/{id}/authors`
   */
  addCourseAuthor(...given: GivenArguments<"POST /admin/courses/{id}/authors">): Promise<Answer<"POST /admin/courses/{id}/authors">>
  /**
   * Remove a co-author from a course
   *
   * For the owner and an ADMIN; a co-author may also leave. What the co-author scheduled is published in the name of the owner. The owner cannot be removed: transfer the course.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `DELETE /admin/courses/{id}/authors/{userId}`
   */
  deleteCourseAuthor(...given: GivenArguments<"DELETE /admin/courses/{id}/authors/{userId}">): Promise<Answer<"DELETE /admin/courses/{id}/authors/{userId}">>
  /**
   * Transfer a course to another author
   *
   * The previous owner stays as a co-author, and both get a notification. For the owner and an ADMIN. A transfer to the owner changes nothing.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/courses/{id}/transfer`
   */
  transferCourse(...given: GivenArguments<"POST /admin/courses/{id}/transfer">): Promise<Answer<"POST /admin/courses/{id}/transfer">>
  /**
   * Take over a course of a content pack
   *
   * Makes it a course of the caller, or of the named author, who may edit it from then on. All ids stay, so learners keep progress, answers, certificates and enrollments. Later imports of the pack leave it as it is and name it in their report. The course pays its new owner nothing.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `POST /admin/courses/{id}/take-over`
   */
  takeOverCourse(...given: GivenArguments<"POST /admin/courses/{id}/take-over">): Promise<Answer<"POST /admin/courses/{id}/take-over">>
  /**
   * Give a course back to its content pack
   *
   * The course is read-only again. Learners see the same as before until the next import of the pack, which restores its texts. Changes that are not published and schedules are discarded, and the open review request is withdrawn. Lessons that authors added stay, as content that the pack does not have; their questions of the test are archived.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `DELETE /admin/courses/{id}/take-over`
   */
  deleteCourseTakeOver(...given: GivenArguments<"DELETE /admin/courses/{id}/take-over">): Promise<Answer<"DELETE /admin/courses/{id}/take-over">>
  /**
   * List the lessons of a course in every status
   *
   * Only authors of the course and an ADMIN see the lessons that are not published.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/courses/{id}/lessons`
   */
  listAdminLessons(...given: GivenArguments<"GET /admin/courses/{id}/lessons">): Promise<Answer<"GET /admin/courses/{id}/lessons">>
  /**
   * Create a lesson
   *
   * The lesson is a draft. A quiz slide refers to a practice question or contains a new one.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/courses/{id}/lessons`
   */
  createLesson(...given: GivenArguments<"POST /admin/courses/{id}/lessons">): Promise<Answer<"POST /admin/courses/{id}/lessons">>
  /**
   * Read a lesson in any status
   *
   * Authors of the course and an ADMIN get it with its unpublished changes.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/lessons/{id}`
   */
  getAdminLesson(...given: GivenArguments<"GET /admin/lessons/{id}">): Promise<Answer<"GET /admin/lessons/{id}">>
  /**
   * Update a lesson
   *
   * Learners see the change of a published lesson after its next publication, and a new `order` at once.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `PATCH /admin/lessons/{id}`
   */
  updateLesson(...given: GivenArguments<"PATCH /admin/lessons/{id}">): Promise<Answer<"PATCH /admin/lessons/{id}">>
  /**
   * Publish a lesson
   *
   * Publishes a draft, or the changes of a published lesson. Completions stay.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/lessons/{id}/publish`
   */
  publishLesson(...given: GivenArguments<"POST /admin/lessons/{id}/publish">): Promise<Answer<"POST /admin/lessons/{id}/publish">>
  /**
   * Discard the unpublished changes of a lesson
   *
   * The lesson is again as learners see it.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/lessons/{id}/discard-changes`
   */
  discardLessonChanges(...given: GivenArguments<"POST /admin/lessons/{id}/discard-changes">): Promise<Answer<"POST /admin/lessons/{id}/discard-changes">>
  /**
   * Archive a lesson
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/lessons/{id}/archive`
   */
  archiveLesson(...given: GivenArguments<"POST /admin/lessons/{id}/archive">): Promise<Answer<"POST /admin/lessons/{id}/archive">>
  /**
   * Preview a lesson
   *
   * The lesson in any status, with its unpublished changes, exactly as `GET /lesson/{id}` will show it to learners. It counts as no learning. For authors of the course and an ADMIN.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/lessons/{id}/preview`
   */
  getAdminLessonPreview(...given: GivenArguments<"GET /admin/lessons/{id}/preview">): Promise<Answer<"GET /admin/lessons/{id}/preview">>
  /**
   * Create a link to the preview of a lesson
   *
   * Whoever has the link can read the lesson until it expires. A new link ends the earlier one.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/lessons/{id}/preview-link`
   */
  createLessonPreviewLink(...given: GivenArguments<"POST /admin/lessons/{id}/preview-link">): Promise<Answer<"POST /admin/lessons/{id}/preview-link">>
  /**
   * End the link to the preview of a lesson
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `DELETE /admin/lessons/{id}/preview-link`
   */
  deleteLessonPreviewLink(...given: GivenArguments<"DELETE /admin/lessons/{id}/preview-link">): Promise<Answer<"DELETE /admin/lessons/{id}/preview-link">>
  /**
   * Schedule the publication of a course
   *
   * A job publishes it within a minute after that time, as it is then, in the name of the caller. The rules of publishing are checked now and again then; if it can no longer be published, the caller and the owner get a notification with the reason. A new time replaces the earlier one. Publishing and archiving end the schedule. Lessons that are scheduled for the same time or earlier count as published.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `PUT /admin/courses/{id}/schedule`
   */
  replaceCourseSchedule(...given: GivenArguments<"PUT /admin/courses/{id}/schedule">): Promise<Answer<"PUT /admin/courses/{id}/schedule">>
  /**
   * Cancel the scheduled publication of a course
   *
   * Without a schedule nothing happens.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `DELETE /admin/courses/{id}/schedule`
   */
  deleteCourseSchedule(...given: GivenArguments<"DELETE /admin/courses/{id}/schedule">): Promise<Answer<"DELETE /admin/courses/{id}/schedule">>
  /**
   * Schedule the publication of a lesson
   *
   * A job publishes it within a minute after that time, as it is then, in the name of the caller. The rules of publishing are checked now and again then; if it can no longer be published, the caller and the owner get a notification with the reason. A new time replaces the earlier one. Publishing and archiving end the schedule.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `PUT /admin/lessons/{id}/schedule`
   */
  replaceLessonSchedule(...given: GivenArguments<"PUT /admin/lessons/{id}/schedule">): Promise<Answer<"PUT /admin/lessons/{id}/schedule">>
  /**
   * Cancel the scheduled publication of a lesson
   *
   * Without a schedule nothing happens.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `DELETE /admin/lessons/{id}/schedule`
   */
  deleteLessonSchedule(...given: GivenArguments<"DELETE /admin/lessons/{id}/schedule">): Promise<Answer<"DELETE /admin/lessons/{id}/schedule">>
  /**
   * Submit a course for review
   *
   * Submits the course with lessons as they are now. An ADMIN approves or returns them. Where `REVIEW_BEFORE_PUBLISHING` is on, a CREATOR publishes only in this way. An earlier open request of the course is withdrawn. What is changed after the submission needs another one.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/courses/{id}/review-requests`
   */
  submitCourse(...given: GivenArguments<"POST /admin/courses/{id}/review-requests">): Promise<Answer<"POST /admin/courses/{id}/review-requests">>
  /**
   * List the review requests of a course
   *
   * The newest first. For authors of the course and an ADMIN.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/courses/{id}/review-requests`
   */
  listAdminCourseReviewRequests(...given: GivenArguments<"GET /admin/courses/{id}/review-requests">): Promise<Answer<"GET /admin/courses/{id}/review-requests">>
  /**
   * List the review requests of all courses
   *
   * By default the open ones: those that wait longest first.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `GET /admin/review-requests`
   */
  listAdminReviewRequests(...given: GivenArguments<"GET /admin/review-requests">): Promise<Answer<"GET /admin/review-requests">>
  /**
   * Compare a review request with what learners see
   *
   * What an approval would change, as the content is now. `isOutdated` says that it is no longer what was submitted.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `GET /admin/review-requests/{id}/changes`
   */
  getAdminReviewRequestChanges(...given: GivenArguments<"GET /admin/review-requests/{id}/changes">): Promise<Answer<"GET /admin/review-requests/{id}/changes">>
  /**
   * Approve a review request
   *
   * Publishes exactly what was submitted, now or at the time that the author chose. It is refused if the content was changed after the submission. Nobody approves an own submission. The limits of creators do not apply.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `POST /admin/review-requests/{id}/approve`
   */
  approveReviewRequest(...given: GivenArguments<"POST /admin/review-requests/{id}/approve">): Promise<Answer<"POST /admin/review-requests/{id}/approve">>
  /**
   * Return a review request with comments
   *
   * Comments are about the course or about a submitted lesson. The author gets a notification.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `POST /admin/review-requests/{id}/return`
   */
  returnReviewRequest(...given: GivenArguments<"POST /admin/review-requests/{id}/return">): Promise<Answer<"POST /admin/review-requests/{id}/return">>
  /**
   * Withdraw a review request
   *
   * For authors of the course and an ADMIN.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/review-requests/{id}/withdraw`
   */
  withdrawReviewRequest(...given: GivenArguments<"POST /admin/review-requests/{id}/withdraw">): Promise<Answer<"POST /admin/review-requests/{id}/withdraw">>
  /**
   * List the history of a course
   *
   * Newest first. Each publication has a revision; edits of one author within five minutes share one. Edits are kept for a year, publications for ever.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/courses/{id}/history`
   */
  listAdminCourseRevisions(...given: GivenArguments<"GET /admin/courses/{id}/history">): Promise<Answer<"GET /admin/courses/{id}/history">>
  /**
   * Read an earlier version of a course
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/courses/{id}/history/{version}`
   */
  getAdminCourseRevision(...given: GivenArguments<"GET /admin/courses/{id}/history/{version}">): Promise<Answer<"GET /admin/courses/{id}/history/{version}">>
  /**
   * Compare two versions of a course
   *
   * What changes from the version of the path to the one of `to`.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/courses/{id}/history/{version}/diff`
   */
  getAdminCourseRevisionDiff(...given: GivenArguments<"GET /admin/courses/{id}/history/{version}/diff">): Promise<Answer<"GET /admin/courses/{id}/history/{version}/diff">>
  /**
   * List the history of a lesson
   *
   * Newest first. Each publication has a revision; edits of one author within five minutes share one. Edits are kept for a year, publications for ever.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/lessons/{id}/history`
   */
  listAdminLessonRevisions(...given: GivenArguments<"GET /admin/lessons/{id}/history">): Promise<Answer<"GET /admin/lessons/{id}/history">>
  /**
   * Read an earlier version of a lesson
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/lessons/{id}/history/{version}`
   */
  getAdminLessonRevision(...given: GivenArguments<"GET /admin/lessons/{id}/history/{version}">): Promise<Answer<"GET /admin/lessons/{id}/history/{version}">>
  /**
   * Compare two versions of a lesson
   *
   * What changes from the version of the path to the one of `to`.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/lessons/{id}/history/{version}/diff`
   */
  getAdminLessonRevisionDiff(...given: GivenArguments<"GET /admin/lessons/{id}/history/{version}/diff">): Promise<Answer<"GET /admin/lessons/{id}/history/{version}/diff">>
  /**
   * Restore an earlier version of a course
   *
   * An edit like any other: learners see it after the next publication. A question that changed since then becomes a new question.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/courses/{id}/history/{version}/restore`
   */
  restoreCourse(...given: GivenArguments<"POST /admin/courses/{id}/history/{version}/restore">): Promise<Answer<"POST /admin/courses/{id}/history/{version}/restore">>
  /**
   * Restore an earlier version of a lesson
   *
   * An edit like any other: learners see it after the next publication. A question that changed since then becomes a new question.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/lessons/{id}/history/{version}/restore`
   */
  restoreLesson(...given: GivenArguments<"POST /admin/lessons/{id}/history/{version}/restore">): Promise<Answer<"POST /admin/lessons/{id}/history/{version}/restore">>
  /**
   * Copy a course
   *
   * The copy is a draft that the caller owns, with the lessons that are not archived, their questions, the questions of the test, and the project. Authors copy own courses and those of content packs.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/courses/{id}/duplicate`
   */
  duplicateCourse(...given: GivenArguments<"POST /admin/courses/{id}/duplicate">): Promise<Answer<"POST /admin/courses/{id}/duplicate">>
  /**
   * Copy a lesson
   *
   * The copy is a draft behind the original, with copies of its questions.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/lessons/{id}/duplicate`
   */
  duplicateLesson(...given: GivenArguments<"POST /admin/lessons/{id}/duplicate">): Promise<Answer<"POST /admin/lessons/{id}/duplicate">>
  /**
   * Replace the order of the lessons of a course
   *
   * All lessons in every status, each once. It is an edit of the course: the version of the course changes, those of the lessons do not.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `PUT /admin/courses/{id}/lesson-order`
   */
  replaceLessonOrder(...given: GivenArguments<"PUT /admin/courses/{id}/lesson-order">): Promise<Answer<"PUT /admin/courses/{id}/lesson-order">>
  /**
   * Compile a formula
   *
   * As it is compiled in slides and questions. A formula is never an error of the request.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/formula`
   */
  getAdminFormula(...given: GivenArguments<"GET /admin/formula">): Promise<Answer<"GET /admin/formula">>
  /**
   * List questions with their answers
   *
   * Newest first. An author sees own questions, those in lessons of own courses, and the published questions of packs; an ADMIN sees all. Questions of course tests are listed with `use=TEST`, to authors of the course. The questions of contests are part of their contests.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/questions`
   */
  listAdminQuestions(...given: GivenArguments<"GET /admin/questions">): Promise<Answer<"GET /admin/questions">>
  /**
   * Create a question
   *
   * The question is a draft: it is asked after it is published.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/questions`
   */
  createQuestion(...given: GivenArguments<"POST /admin/questions">): Promise<Answer<"POST /admin/questions">>
  /**
   * Read a question with its answer
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/questions/{id}`
   */
  getAdminQuestion(...given: GivenArguments<"GET /admin/questions/{id}">): Promise<Answer<"GET /admin/questions/{id}">>
  /**
   * Update a question
   *
   * Changes of a question in a published lesson or test are published with it. Other questions change at once. If prompt, options or solution change, the publication makes a new question of it.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `PATCH /admin/questions/{id}`
   */
  updateQuestion(...given: GivenArguments<"PATCH /admin/questions/{id}">): Promise<Answer<"PATCH /admin/questions/{id}">>
  /**
   * Publish a question
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/questions/{id}/publish`
   */
  publishQuestion(...given: GivenArguments<"POST /admin/questions/{id}/publish">): Promise<Answer<"POST /admin/questions/{id}/publish">>
  /**
   * Archive a question
   *
   * Lessons and battles that use the question still show and grade it.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/questions/{id}/archive`
   */
  archiveQuestion(...given: GivenArguments<"POST /admin/questions/{id}/archive">): Promise<Answer<"POST /admin/questions/{id}/archive">>
  /**
   * Read the test of a course
   *
   * Its rules and the size of its pool. List its questions at /admin/questions with `use=TEST` and `courseId`. Only for authors of the course and an ADMIN.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/courses/{id}/test`
   */
  getAdminCourseTest(...given: GivenArguments<"GET /admin/courses/{id}/test">): Promise<Answer<"GET /admin/courses/{id}/test">>
  /**
   * Update the rules of a course test
   *
   * They apply to attempts that start later.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `PATCH /admin/courses/{id}/test`
   */
  updateCourseTest(...given: GivenArguments<"PATCH /admin/courses/{id}/test">): Promise<Answer<"PATCH /admin/courses/{id}/test">>
  /**
   * List the history of a course test
   *
   * Newest first. Each publication has a revision; edits of one author within five minutes share one. Edits are kept for a year, publications for ever.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/courses/{id}/test/history`
   */
  listAdminCourseTestRevisions(...given: GivenArguments<"GET /admin/courses/{id}/test/history">): Promise<Answer<"GET /admin/courses/{id}/test/history">>
  /**
   * Read an earlier version of a course test
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/courses/{id}/test/history/{version}`
   */
  getAdminCourseTestRevision(...given: GivenArguments<"GET /admin/courses/{id}/test/history/{version}">): Promise<Answer<"GET /admin/courses/{id}/test/history/{version}">>
  /**
   * Compare two versions of a course test
   *
   * What changes from the version of the path to the one of `to`.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/courses/{id}/test/history/{version}/diff`
   */
  getAdminCourseTestRevisionDiff(...given: GivenArguments<"GET /admin/courses/{id}/test/history/{version}/diff">): Promise<Answer<"GET /admin/courses/{id}/test/history/{version}/diff">>
  /**
   * Restore earlier rules of a course test
   *
   * An edit like any other: the rules apply to attempts that start later.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/courses/{id}/test/history/{version}/restore`
   */
  restoreCourseTest(...given: GivenArguments<"POST /admin/courses/{id}/test/history/{version}/restore">): Promise<Answer<"POST /admin/courses/{id}/test/history/{version}/restore">>
  /**
   * Add questions of the bank to a course test
   *
   * Copies questions that the caller sees into the pool, as drafts. Questions that the pool has already are left out. Write new ones at /admin/questions with the use TEST.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/courses/{id}/test/questions`
   */
  addCourseTestQuestions(...given: GivenArguments<"POST /admin/courses/{id}/test/questions">): Promise<Answer<"POST /admin/courses/{id}/test/questions">>
  /**
   * Publish the questions of a course test
   *
   * Publishes all drafts and changes of its pool. A question whose prompt, options or solution changed is replaced by a new one, so that open attempts are judged by what they asked.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/courses/{id}/test/publish`
   */
  publishCourseTest(...given: GivenArguments<"POST /admin/courses/{id}/test/publish">): Promise<Answer<"POST /admin/courses/{id}/test/publish">>
  /**
   * Draw an example of a course test
   *
   * As for a first attempt, from the pool with its drafts and changes. Each request draws another.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/courses/{id}/test/example`
   */
  listAdminExampleTestQuestions(...given: GivenArguments<"GET /admin/courses/{id}/test/example">): Promise<Answer<"GET /admin/courses/{id}/test/example">>
  /**
   * List learning paths in every status
   *
   * An ADMIN sees all paths, an author the published ones and the own ones.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/learning-paths`
   */
  listAdminLearningPaths(...given: GivenArguments<"GET /admin/learning-paths">): Promise<Answer<"GET /admin/learning-paths">>
  /**
   * Create a learning path
   *
   * The path is a draft, and the caller owns it. It contains courses of this server and of content packs, in the order of learning.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/learning-paths`
   */
  createLearningPath(...given: GivenArguments<"POST /admin/learning-paths">): Promise<Answer<"POST /admin/learning-paths">>
  /**
   * Read a learning path in any status
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/learning-paths/{id}`
   */
  getAdminLearningPath(...given: GivenArguments<"GET /admin/learning-paths/{id}">): Promise<Answer<"GET /admin/learning-paths/{id}">>
  /**
   * Update a learning path
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `PATCH /admin/learning-paths/{id}`
   */
  updateLearningPath(...given: GivenArguments<"PATCH /admin/learning-paths/{id}">): Promise<Answer<"PATCH /admin/learning-paths/{id}">>
  /**
   * Publish a learning path
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/learning-paths/{id}/publish`
   */
  publishLearningPath(...given: GivenArguments<"POST /admin/learning-paths/{id}/publish">): Promise<Answer<"POST /admin/learning-paths/{id}/publish">>
  /**
   * Archive a learning path
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/learning-paths/{id}/archive`
   */
  archiveLearningPath(...given: GivenArguments<"POST /admin/learning-paths/{id}/archive">): Promise<Answer<"POST /admin/learning-paths/{id}/archive">>
  /**
   * List the history of a learning path
   *
   * Newest first. Each publication has a revision; edits of one author within five minutes share one. Edits are kept for a year, publications for ever.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/learning-paths/{id}/history`
   */
  listAdminLearningPathRevisions(...given: GivenArguments<"GET /admin/learning-paths/{id}/history">): Promise<Answer<"GET /admin/learning-paths/{id}/history">>
  /**
   * Read an earlier version of a learning path
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/learning-paths/{id}/history/{version}`
   */
  getAdminLearningPathRevision(...given: GivenArguments<"GET /admin/learning-paths/{id}/history/{version}">): Promise<Answer<"GET /admin/learning-paths/{id}/history/{version}">>
  /**
   * Compare two versions of a learning path
   *
   * What changes from the version of the path to the one of `to`.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/learning-paths/{id}/history/{version}/diff`
   */
  getAdminLearningPathRevisionDiff(...given: GivenArguments<"GET /admin/learning-paths/{id}/history/{version}/diff">): Promise<Answer<"GET /admin/learning-paths/{id}/history/{version}/diff">>
  /**
   * Restore an earlier version of a learning path
   *
   * An edit like any other: learners see the change of a published path at once.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/learning-paths/{id}/history/{version}/restore`
   */
  restoreLearningPath(...given: GivenArguments<"POST /admin/learning-paths/{id}/history/{version}/restore">): Promise<Answer<"POST /admin/learning-paths/{id}/history/{version}/restore">>
  /**
   * List capstone projects in every status
   *
   * Only authors of a course and an ADMIN see its draft and the evidence of its rubric.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/capstones`
   */
  listAdminCapstones(...given: GivenArguments<"GET /admin/capstones">): Promise<Answer<"GET /admin/capstones">>
  /**
   * Create the capstone project of a course
   *
   * The project is a draft. A course has one project, which has the id of the course.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/capstones`
   */
  createCapstone(...given: GivenArguments<"POST /admin/capstones">): Promise<Answer<"POST /admin/capstones">>
  /**
   * Read a capstone project in any status
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/capstones/{id}`
   */
  getAdminCapstone(...given: GivenArguments<"GET /admin/capstones/{id}">): Promise<Answer<"GET /admin/capstones/{id}">>
  /**
   * Update a capstone project
   *
   * Existing submissions are assessed by the rubric at the time of their submission.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `PATCH /admin/capstones/{id}`
   */
  updateCapstone(...given: GivenArguments<"PATCH /admin/capstones/{id}">): Promise<Answer<"PATCH /admin/capstones/{id}">>
  /**
   * Publish a capstone project
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/capstones/{id}/publish`
   */
  publishCapstone(...given: GivenArguments<"POST /admin/capstones/{id}/publish">): Promise<Answer<"POST /admin/capstones/{id}/publish">>
  /**
   * Remove a capstone project from its course
   *
   * The project becomes a draft. Existing submissions stay, and open ones are still assessed.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/capstones/{id}/archive`
   */
  archiveCapstone(...given: GivenArguments<"POST /admin/capstones/{id}/archive">): Promise<Answer<"POST /admin/capstones/{id}/archive">>
  /**
   * List the history of a capstone project
   *
   * Newest first. Each publication has a revision; edits of one author within five minutes share one. Edits are kept for a year, publications for ever.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/capstones/{id}/history`
   */
  listAdminCapstoneRevisions(...given: GivenArguments<"GET /admin/capstones/{id}/history">): Promise<Answer<"GET /admin/capstones/{id}/history">>
  /**
   * Read an earlier version of a capstone project
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/capstones/{id}/history/{version}`
   */
  getAdminCapstoneRevision(...given: GivenArguments<"GET /admin/capstones/{id}/history/{version}">): Promise<Answer<"GET /admin/capstones/{id}/history/{version}">>
  /**
   * Compare two versions of a capstone project
   *
   * What changes from the version of the path to the one of `to`.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/capstones/{id}/history/{version}/diff`
   */
  getAdminCapstoneRevisionDiff(...given: GivenArguments<"GET /admin/capstones/{id}/history/{version}/diff">): Promise<Answer<"GET /admin/capstones/{id}/history/{version}/diff">>
  /**
   * Restore an earlier version of a capstone project
   *
   * An edit like any other: learners see the change of a published project at once. Existing submissions keep their rubric.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/capstones/{id}/history/{version}/restore`
   */
  restoreCapstone(...given: GivenArguments<"POST /admin/capstones/{id}/history/{version}/restore">): Promise<Answer<"POST /admin/capstones/{id}/history/{version}/restore">>
  /**
   * List contests, including private ones
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/contests`
   */
  listAdminContests(...given: GivenArguments<"GET /admin/contests">): Promise<Answer<"GET /admin/contests">>
  /**
   * Create a contest
   *
   * The platform guarantees `prizePoolGems`; entry fees are added to it. The guarantee is limited for a CREATOR, per contest and per day; an ADMIN may guarantee more. A contest of a CREATOR with a guarantee must be open for an hour, and the guarantee is paid only if five participants submit.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/contests`
   */
  createContest(...given: GivenArguments<"POST /admin/contests">): Promise<Answer<"POST /admin/contests">>
  /**
   * Read a contest with its answers
   *
   * For its author and an ADMIN. Who has read the answers of an undecided contest cannot join it. Who has joined cannot read them.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/contests/{id}`
   */
  getAdminContest(...given: GivenArguments<"GET /admin/contests/{id}">): Promise<Answer<"GET /admin/contests/{id}">>
  /**
   * Update a contest
   *
   * After the first participant has joined or the contest has started, only texts, a larger prize pool and a later end are allowed.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `PATCH /admin/contests/{id}`
   */
  updateContest(...given: GivenArguments<"PATCH /admin/contests/{id}">): Promise<Answer<"PATCH /admin/contests/{id}">>
  /**
   * Cancel a contest
   *
   * Possible until the contest is settled. Entry fees are refunded.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/contests/{id}/cancel`
   */
  cancelContest(...given: GivenArguments<"POST /admin/contests/{id}/cancel">): Promise<Answer<"POST /admin/contests/{id}/cancel">>
  /**
   * List plans of contests
   *
   * Those of the caller; an ADMIN sees all. The latest change first.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/contest-plans`
   */
  listAdminContestPlans(...given: GivenArguments<"GET /admin/contest-plans">): Promise<Answer<"GET /admin/contest-plans">>
  /**
   * Create a plan of a contest
   *
   * A draft: learners see nothing of it, and nothing is promised before it is published.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/contest-plans`
   */
  createContestPlan(...given: GivenArguments<"POST /admin/contest-plans">): Promise<Answer<"POST /admin/contest-plans">>
  /**
   * Read a plan of a contest
   *
   * With the checklist before publishing and the budget of its owner.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/contest-plans/{id}`
   */
  getAdminContestPlan(...given: GivenArguments<"GET /admin/contest-plans/{id}">): Promise<Answer<"GET /admin/contest-plans/{id}">>
  /**
   * Update a plan of a contest
   *
   * Only a draft can be changed.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `PATCH /admin/contest-plans/{id}`
   */
  updateContestPlan(...given: GivenArguments<"PATCH /admin/contest-plans/{id}">): Promise<Answer<"PATCH /admin/contest-plans/{id}">>
  /**
   * Delete a plan of a contest
   *
   * Only a draft can be deleted.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `DELETE /admin/contest-plans/{id}`
   */
  deleteContestPlan(...given: GivenArguments<"DELETE /admin/contest-plans/{id}">): Promise<Answer<"DELETE /admin/contest-plans/{id}">>
  /**
   * Publish a plan of a contest
   *
   * Creates the contest, or the first one of a series; a job creates the next one when the one before starts. The prize pool of each is promised on the day on which it is created, within the budget of the author.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/contest-plans/{id}/publish`
   */
  publishContestPlan(...given: GivenArguments<"POST /admin/contest-plans/{id}/publish">): Promise<Answer<"POST /admin/contest-plans/{id}/publish">>
  /**
   * Stop a series of contests
   *
   * No further contest is created. Those that exist stay: cancel them one by one.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/contest-plans/{id}/stop`
   */
  stopContestPlan(...given: GivenArguments<"POST /admin/contest-plans/{id}/stop">): Promise<Answer<"POST /admin/contest-plans/{id}/stop">>
  /**
   * Read the results of a contest
   *
   * For its author and an ADMIN. Ranking and questions follow when the contest is decided. It contains no answers before.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/contests/{id}/results`
   */
  getAdminContestResults(...given: GivenArguments<"GET /admin/contests/{id}/results">): Promise<Answer<"GET /admin/contests/{id}/results">>
  /**
   * List promotions
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/promotions`
   */
  listAdminPromotions(...given: GivenArguments<"GET /admin/promotions">): Promise<Answer<"GET /admin/promotions">>
  /**
   * Create a promotion
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/promotions`
   */
  createPromotion(...given: GivenArguments<"POST /admin/promotions">): Promise<Answer<"POST /admin/promotions">>
  /**
   * Read a promotion
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/promotions/{id}`
   */
  getAdminPromotion(...given: GivenArguments<"GET /admin/promotions/{id}">): Promise<Answer<"GET /admin/promotions/{id}">>
  /**
   * Update a promotion
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `PATCH /admin/promotions/{id}`
   */
  updatePromotion(...given: GivenArguments<"PATCH /admin/promotions/{id}">): Promise<Answer<"PATCH /admin/promotions/{id}">>
  /**
   * Enable a promotion
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/promotions/{id}/publish`
   */
  publishPromotion(...given: GivenArguments<"POST /admin/promotions/{id}/publish">): Promise<Answer<"POST /admin/promotions/{id}/publish">>
  /**
   * Disable a promotion
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/promotions/{id}/archive`
   */
  archivePromotion(...given: GivenArguments<"POST /admin/promotions/{id}/archive">): Promise<Answer<"POST /admin/promotions/{id}/archive">>
  /**
   * Read the statistics of a promotion
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/promotions/{id}/figures`
   */
  getAdminPromotionStats(...given: GivenArguments<"GET /admin/promotions/{id}/figures">): Promise<Answer<"GET /admin/promotions/{id}/figures">>
  /**
   * List badges in every status
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/badges`
   */
  listAdminBadges(...given: GivenArguments<"GET /admin/badges">): Promise<Answer<"GET /admin/badges">>
  /**
   * Create a badge
   *
   * The badge is a draft: learners see it after it is published. Its type cannot be changed later.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/badges`
   */
  createBadge(...given: GivenArguments<"POST /admin/badges">): Promise<Answer<"POST /admin/badges">>
  /**
   * Read a badge in any status
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/badges/{badgeType}`
   */
  getAdminBadge(...given: GivenArguments<"GET /admin/badges/{badgeType}">): Promise<Answer<"GET /admin/badges/{badgeType}">>
  /**
   * Update a badge
   *
   * Learners who have the badge keep it. Learners who now meet the requirement get it within moments. `ruleKind` can be changed only while the badge is a draft.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `PATCH /admin/badges/{badgeType}`
   */
  updateBadge(...given: GivenArguments<"PATCH /admin/badges/{badgeType}">): Promise<Answer<"PATCH /admin/badges/{badgeType}">>
  /**
   * Publish a badge
   *
   * Earlier activity counts: it is evaluated within moments. If many learners get the badge at once, only an administrator may publish it, with `confirmMints`.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/badges/{badgeType}/publish`
   */
  publishBadge(...given: GivenArguments<"POST /admin/badges/{badgeType}/publish">): Promise<Answer<"POST /admin/badges/{badgeType}/publish">>
  /**
   * Archive a badge
   *
   * Learners who have the badge keep it and see it. Other learners no longer see it.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/badges/{badgeType}/archive`
   */
  archiveBadge(...given: GivenArguments<"POST /admin/badges/{badgeType}/archive">): Promise<Answer<"POST /admin/badges/{badgeType}/archive">>
  /**
   * Upload the image of a badge
   *
   * As multipart. Badges that are already on the chain keep their earlier image.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `PUT /admin/badges/{badgeType}/picture`
   */
  replaceBadgeImage(...given: GivenArguments<"PUT /admin/badges/{badgeType}/picture">): Promise<Answer<"PUT /admin/badges/{badgeType}/picture">>
  /**
   * List the media of your library
   *
   * The newest first.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/media`
   */
  listAdminMedia(...given: GivenArguments<"GET /admin/media">): Promise<Answer<"GET /admin/media">>
  /**
   * Upload a picture, audio or captions
   *
   * As multipart. A picture needs `alt`, or `decorative`. The same file again is the same medium, unchanged. An author has one picture in work at a time; a further one gets 429.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `POST /admin/media`
   */
  createMedium(...given: GivenArguments<"POST /admin/media">): Promise<Answer<"POST /admin/media">>
  /**
   * Read a medium and where it is used
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/media/{id}`
   */
  getAdminMedium(...given: GivenArguments<"GET /admin/media/{id}">): Promise<Answer<"GET /admin/media/{id}">>
  /**
   * Change the alternative text of a picture
   *
   * Either `alt`, or `decorative` with the value true.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `PATCH /admin/media/{id}`
   */
  updateMedium(...given: GivenArguments<"PATCH /admin/media/{id}">): Promise<Answer<"PATCH /admin/media/{id}">>
  /**
   * Delete a medium
   *
   * Refused while a course, lesson, learning path or question uses it, in any status.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `DELETE /admin/media/{id}`
   */
  deleteMedium(...given: GivenArguments<"DELETE /admin/media/{id}">): Promise<Answer<"DELETE /admin/media/{id}">>
  /**
   * Read the cover of a course
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/courses/{id}/cover`
   */
  getAdminCourseCover(...given: GivenArguments<"GET /admin/courses/{id}/cover">): Promise<Answer<"GET /admin/courses/{id}/cover">>
  /**
   * Choose the cover of a course
   *
   * A picture of your library; null for none.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `PUT /admin/courses/{id}/cover`
   */
  replaceCourseCover(...given: GivenArguments<"PUT /admin/courses/{id}/cover">): Promise<Answer<"PUT /admin/courses/{id}/cover">>
  /**
   * Read the cover of a learning path
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/learning-paths/{id}/cover`
   */
  getAdminPathCover(...given: GivenArguments<"GET /admin/learning-paths/{id}/cover">): Promise<Answer<"GET /admin/learning-paths/{id}/cover">>
  /**
   * Choose the cover of a learning path
   *
   * A picture of your library; null for none.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `PUT /admin/learning-paths/{id}/cover`
   */
  replacePathCover(...given: GivenArguments<"PUT /admin/learning-paths/{id}/cover">): Promise<Answer<"PUT /admin/learning-paths/{id}/cover">>
  /**
   * Import content packs from an archive
   *
   * A ZIP or tar.gz archive with one pack, or with packs in folders, as the export makes it. A job imports it; read its progress at `GET /admin/content/imports/{id}`. `dryRun=true` responds with what the import would do, and changes nothing. Content is archived only with `archiveMissing=true`. While an archive is imported, the same archive again is the same import. The caller owns authored content that is added.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `POST /admin/content/imports`
   */
  importContent(...given: GivenArguments<"POST /admin/content/imports">): Promise<Answer<"POST /admin/content/imports">>
  /**
   * Get an import of content
   *
   * Its state and progress, and when it has finished what it did or what prevented it.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `GET /admin/content/imports/{id}`
   */
  getAdminContentImport(...given: GivenArguments<"GET /admin/content/imports/{id}">): Promise<Answer<"GET /admin/content/imports/{id}">>
  /**
   * Export content as an archive
   *
   * A tar.gz archive with every pack and what authors made (`authored`), each in a folder; or one pack, one authored course, or the content of one author. It has what learners see, and with `drafts=true` also drafts of authors. It can be imported again.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `GET /admin/content/export`
   */
  exportAdminContent(...given: GivenArguments<"GET /admin/content/export">): Promise<Answer<"GET /admin/content/export">>
  /**
   * Report how far you came in a lesson
   *
   * For the stats of authors: when the app leaves a lesson that you have not completed before. A play may be reported in parts, each slide once. It is added to counters of the day and stored nowhere with your account. It does not count for an author, without an enrollment, or if the lesson was published again meanwhile.
   *
   * For every signed-in user.
   *
   * `POST /user-lessons/{lessonId}/plays`
   */
  recordLessonPlay(...given: GivenArguments<"POST /user-lessons/{lessonId}/plays">): Promise<Answer<"POST /user-lessons/{lessonId}/plays">>
  /**
   * Read the stats of a course
   *
   * For authors of the course and an ADMIN. `learners` and `lessons` are about the learners who enrolled in the period; everything else is what happened in it. A share or a median of fewer than five learners is null.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/courses/{id}/figures`
   */
  getAdminCourseStats(...given: GivenArguments<"GET /admin/courses/{id}/figures">): Promise<Answer<"GET /admin/courses/{id}/figures">>
  /**
   * List the stats of the questions of a course
   *
   * For authors of the course and an ADMIN. In the order of the lessons, then the questions of the course test. A CSV has the same page.
   *
   * For signed-in users with the role `CREATOR` or `ADMIN`.
   *
   * `GET /admin/courses/{id}/question-figures`
   */
  listAdminQuestionStats(...given: GivenArguments<"GET /admin/courses/{id}/question-figures">): Promise<Answer<"GET /admin/courses/{id}/question-figures">>
  /**
   * List battles
   *
   * Newest first, by the time at which they were created: `from` is included, `to` is not. A filter looks at the newest 20,000 battles of that time, of the user or of the status if one is given. `total` is at most 10,000.
   *
   * For signed-in users with the role `SUPPORT` or `ADMIN`.
   *
   * `GET /admin/battles`
   */
  listAdminBattles(...given: GivenArguments<"GET /admin/battles">): Promise<Answer<"GET /admin/battles">>
  /**
   * Read how many learners are active
   *
   * A learner is active on a day of their own calendar with a completed lesson, an answer, a review, a battle or another activity that extends a streak. Counted every ten minutes; the last five days may still change.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `GET /admin/figures/activity`
   */
  getAdminActivityStats(...given: GivenArguments<"GET /admin/figures/activity">): Promise<Answer<"GET /admin/figures/activity">>
  /**
   * Read how many users come back
   *
   * Of the users who signed up in an interval: how many were active 1, 7 and 30 days after their sign-up, in their own calendar. Counted once a day.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `GET /admin/figures/retention`
   */
  getAdminRetentionStats(...given: GivenArguments<"GET /admin/figures/retention">): Promise<Answer<"GET /admin/figures/retention">>
  /**
   * Read how far new users get
   *
   * Of the users who signed up in an interval: how many completed a lesson, completed a course and got a certificate within 90 days. Counted once a day. `visits` are those of the days of the interval (UTC): a browser without a session opened a public page from elsewhere. Visitors are not recognized, so two visits of one person are two, and a sign-up is not connected with a visit.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `GET /admin/figures/funnel`
   */
  getAdminFunnelStats(...given: GivenArguments<"GET /admin/figures/funnel">): Promise<Answer<"GET /admin/figures/funnel">>
  /**
   * Read how much is learned
   *
   * Lessons that were completed for the first time, and the time that the app reported for them.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `GET /admin/figures/learning`
   */
  getAdminLearningStats(...given: GivenArguments<"GET /admin/figures/learning">): Promise<Answer<"GET /admin/figures/learning">>
  /**
   * Read the supply of an asset, its sources and its sinks
   *
   * What the house issued and got back, by interval and by reason, and what users and escrows have. The sums are those of the ledger, some minutes later.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `GET /admin/figures/ledger`
   */
  getAdminLedgerStats(...given: GivenArguments<"GET /admin/figures/ledger">): Promise<Answer<"GET /admin/figures/ledger">>
  /**
   * Read what payments brought in and paid out
   *
   * Completed payment orders by provider, asset and currency; intervals without an order have no entry. Prices of subscriptions in app stores are not sent to this service.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `GET /admin/figures/revenue`
   */
  getAdminRevenueStats(...given: GivenArguments<"GET /admin/figures/revenue">): Promise<Answer<"GET /admin/figures/revenue">>
  /**
   * Read how many battles are played
   *
   * Battles that began in an interval and have ended.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `GET /admin/figures/battles`
   */
  getAdminBattleStats(...given: GivenArguments<"GET /admin/figures/battles">): Promise<Answer<"GET /admin/figures/battles">>
  /**
   * List the hardest questions
   *
   * By their rating, which considers how good the learners are who answered. Questions with fewer than five answers are left out. A CSV has the same page.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `GET /admin/figures/questions`
   */
  listAdminHardQuestions(...given: GivenArguments<"GET /admin/figures/questions">): Promise<Answer<"GET /admin/figures/questions">>
  /**
   * See how the service does now
   *
   * `process`, `requests` and `sockets` are about the process that answers, in the last minute; another request may be answered by another process. `database` and `queues` are the same for all processes. For all processes together and for the past, scrape `/metrics` of each one.
   *
   * For signed-in users with the role `ADMIN`.
   *
   * `GET /admin/system`
   */
  getAdminSystem(...given: GivenArguments<"GET /admin/system">): Promise<Answer<"GET /admin/system">>
  /**
   * Read the name on your certificates
   *
   * Your first claim binds the name to your account. All your certificates carry it.
   *
   * For every signed-in user.
   *
   * `GET /user/certificate-name`
   */
  getCertificateName(...given: GivenArguments<"GET /user/certificate-name">): Promise<Answer<"GET /user/certificate-name">>
  /**
   * Change the name on your certificates
   *
   * Possible once in 90 days, and recorded in the audit log. All your certificates are reissued with the new name; their numbers and tokens stay the same. Before the first claim it binds the name, which does not count as a change.
   *
   * For every signed-in user.
   *
   * `PUT /user/certificate-name`
   */
  replaceCertificateName(...given: GivenArguments<"PUT /user/certificate-name">): Promise<Answer<"PUT /user/certificate-name">>
  /**
   * Claim the certificate of a completed course
   *
   * The certificate is minted to your wallet automatically. A repeated claim returns the same certificate. The name is shown on its public page. The first claim binds it to your account: all your certificates carry it, and another name is refused (see `PUT /user/certificate-name`).
   *
   * For every signed-in user.
   *
   * `POST /certificates/claim`
   */
  claimCertificate(...given: GivenArguments<"POST /certificates/claim">): Promise<Answer<"POST /certificates/claim">>
  /**
   * List your certificates
   *
   * For every signed-in user.
   *
   * `GET /certificates`
   */
  listCertificates(...given: GivenArguments<"GET /certificates">): Promise<Answer<"GET /certificates">>
  /**
   * Verify a certificate by its number
   *
   * `valid` means that the database and the chain both confirm the certificate at the time of the request. Returns 503 while the chain is unavailable.
   *
   * Needs no access token.
   *
   * `GET /certificates/verify/{certificateNumber}`
   */
  verifyCertificate(...given: GivenArguments<"GET /certificates/verify/{certificateNumber}">): Promise<Answer<"GET /certificates/verify/{certificateNumber}">>
  /**
   * Get the public keys of access tokens
   *
   * Needs no access token.
   *
   * `GET //.well-known/jwks.json`
   */
  getSigningKeys(...given: GivenArguments<"GET //.well-known/jwks.json">): Promise<Answer<"GET //.well-known/jwks.json">>
}

export const METHOD_OPERATIONS = {
  checkUsername: "POST /auth/username-available",
  requestEmailVerification: "POST /auth/verify-email/request",
  verifyEmail: "POST /auth/verify-email",
  register: "POST /auth/register",
  login: "POST /auth/login",
  requestLoginCode: "POST /auth/otp/request",
  loginWithCode: "POST /auth/otp/login",
  requestPasswordReset: "POST /auth/forgot-password",
  resetPassword: "POST /auth/reset-password",
  loginWithProvider: "POST /auth/social",
  setUpTwoFactor: "POST /auth/2fa/setup",
  enableTwoFactor: "POST /auth/2fa/enable",
  disableTwoFactor: "POST /auth/2fa/disable",
  refreshTokens: "POST /auth/refresh",
  logout: "POST /auth/logout",
  logoutAll: "POST /auth/logout-all",
  listSessions: "GET /auth/sessions",
  deleteSession: "DELETE /auth/sessions/{id}",
  getPublicProfile: "GET /public/profiles/{username}",
  getDailyTarget: "GET /user/daily-target",
  getProfile: "GET /user/profile",
  updateProfile: "PATCH /user/profile",
  exportPersonalData: "GET /user/export",
  deleteAccount: "DELETE /user/account",
  listCourses: "GET /course",
  getCourse: "GET /course/{id}",
  getLearningPathProgress: "GET /learning-path/{id}/progress",
  getLesson: "GET /lesson/{id}",
  getPublicLesson: "GET /public/lessons/{id}",
  getSharedLessonPreview: "GET /public/lesson-previews/{token}",
  answerQuestion: "POST /user-lessons/{lessonId}/answers",
  askForHint: "POST /user-lessons/{lessonId}/hints",
  listCourseLessons: "GET /course/{courseId}/lessons",
  enrollInCourse: "POST /user-courses/enroll/{courseId}",
  listEnrolledCourses: "GET /user-courses",
  completeLesson: "POST /user-lessons/{lessonId}/complete",
  getRoadmap: "GET /learning-path/roadmap/me",
  createRoadmap: "POST /learning-path/roadmap",
  listPublicCourses: "GET /public/courses",
  getPublicCourse: "GET /public/courses/{id}",
  listPublicCategories: "GET /public/categories",
  listPublicLearningPaths: "GET /public/paths",
  getPublicLearningPath: "GET /public/paths/{id}",
  listLearningPaths: "GET /learning-path",
  getLearningPath: "GET /learning-path/{id}",
  getCourseTest: "GET /course-tests/{courseId}",
  startTestAttempt: "POST /course-tests/{courseId}/attempts",
  getTestAttempt: "GET /course-test-attempts/{attemptId}",
  updateTestAnswers: "PATCH /course-test-attempts/{attemptId}/answers",
  submitTestAttempt: "POST /course-test-attempts/{attemptId}/submit",
  getTestResult: "GET /course-test-attempts/{attemptId}/result",
  getDueReviews: "GET /review/due",
  getReviewSession: "GET /review/session",
  listReviewForecast: "GET /review/forecast",
  listSuspendedCards: "GET /review/suspended",
  answerReviewCard: "POST /review/cards/{cardId}/answers",
  getReviewHint: "GET /review/cards/{cardId}/hint",
  undoReviewAnswer: "POST /review/undo",
  suspendReviewCard: "POST /review/cards/{cardId}/suspend",
  unsuspendReviewCard: "POST /review/cards/{cardId}/unsuspend",
  getReviewSettings: "GET /review/settings",
  replaceReviewSettings: "PUT /review/settings",
  startPracticeRound: "POST /practice/rounds",
  getPracticeRound: "GET /practice/rounds/{roundId}",
  answerPracticeQuestion: "POST /practice/rounds/{roundId}/answers",
  getPracticeHint: "GET /practice/rounds/{roundId}/questions/{questionId}/hint",
  listMastery: "GET /mastery",
  listActivePromotions: "GET /promotions/active",
  reportPromotionEvent: "POST /promotions/{id}/event",
  getProject: "GET /course/{courseId}/project",
  saveProjectDraft: "POST /course/{courseId}/project/draft",
  submitProject: "POST /course/{courseId}/project/submit",
  getLatestSubmission: "GET /course/{courseId}/project/submission",
  listSubmissions: "GET /course/{courseId}/project/submissions",
  appealSubmission: "POST /course/{courseId}/project/submission/appeal",
  listLedgerEntries: "GET /user/ledger",
  getStreak: "GET /user/streak",
  buyStreakFreeze: "POST /user/streak/freezes",
  repairStreak: "POST /user/streak/repair",
  getPublicSiteSettings: "GET /public/site-settings",
  joinBattleQueue: "POST /quiz-battles/queue/join",
  getBattleTicket: "GET /quiz-battles/queue/{ticket}",
  leaveBattleQueue: "DELETE /quiz-battles/queue/{ticket}",
  startBotBattle: "POST /quiz-battles/bot/start",
  createBattleRoom: "POST /quiz-battles/rooms",
  joinBattleRoom: "POST /quiz-battles/rooms/{roomCode}/join",
  closeBattleRoom: "DELETE /quiz-battles/rooms/{roomCode}",
  listBattleTopics: "GET /quiz-battles/topics",
  getBattleRating: "GET /quiz-battles/rating",
  listBattles: "GET /quiz-battles/history",
  getBattle: "GET /quiz-battles/{roomId}",
  setWalletPin: "POST /auth/set-wallet-pin",
  verifyWalletPin: "POST /auth/verify-wallet-pin",
  requestWalletPinReset: "POST /auth/reset-wallet-pin-otp",
  resetWalletPin: "POST /auth/verify-wallet-pin-reset-otp",
  getChainConfig: "GET /blockchain/config",
  getChainBalance: "GET /blockchain/user/{userId}/balance",
  getWalletLinkMessage: "GET /blockchain/link-wallet/nonce",
  linkWallet: "POST /blockchain/link-wallet",
  listLinkedWallets: "GET /blockchain/link-wallet",
  unlinkWallet: "DELETE /blockchain/link-wallet/{address}",
  listPaymentMethods: "GET /payment/methods",
  createOnRampQuote: "POST /payment/on-ramp/quote",
  createOffRampQuote: "POST /payment/off-ramp/quote",
  createOnRampOrder: "POST /payment/on-ramp/initiate",
  createOffRampOrder: "POST /payment/off-ramp/initiate",
  listOrders: "GET /payment/orders",
  getOrder: "GET /payment/orders/{id}",
  cancelOrder: "POST /payment/orders/{id}/cancel",
  listBadgeProgress: "GET /badges/progress/{userId}",
  listNearBadges: "GET /badges/near-completion/{userId}",
  getPublicLeaderboard: "GET /public/leaderboards",
  getLeague: "GET /leagues/me",
  getLeaguePosition: "GET /leagues/me/position",
  getWeeklyLeaderboard: "GET /leaderboard/weekly",
  getMonthlyLeaderboard: "GET /leaderboard/monthly",
  getAllTimeLeaderboard: "GET /leaderboard/all-time",
  getLeaderboardAroundMe: "GET /leaderboard/around-me",
  getLeaderboardPosition: "GET /leaderboard/my-position",
  listContests: "GET /user/contests",
  getContest: "GET /user/contests/{id}",
  joinContest: "POST /user/contests/{id}/join",
  getContestPreview: "GET /user/contests/preview",
  joinPrivateContest: "POST /user/contests/join",
  startContest: "POST /user/contests/{id}/start",
  getContestQuestions: "GET /user/contests/{id}/questions",
  submitContestAnswers: "POST /user/contests/{id}/submit",
  getContestReview: "GET /user/contests/{id}/review",
  getContestLeaderboard: "GET /user/contests/{id}/leaderboard",
  createReferralCode: "POST /referral/code",
  getReferralStats: "GET /referral/stats",
  redeemReferralCode: "POST /referral/redeem",
  getNotificationPreferences: "GET /notifications/preferences",
  replaceNotificationPreferences: "PUT /notifications/preferences",
  registerDevice: "POST /notifications/device-token",
  deleteDevice: "DELETE /notifications/device-token",
  getWebPushKey: "GET /notifications/web-push-key",
  listNotifications: "GET /notifications",
  markAllNotificationsRead: "POST /notifications/read-all",
  markNotificationRead: "PATCH /notifications/{id}/read",
  deleteNotification: "DELETE /notifications/{id}",
  getSubscription: "GET /user/subscription",
  receiveContractEvent: "POST /webhook/contract-events",
  receiveRevenueCatEvent: "POST /webhooks/revenuecat",
  receivePaymentEvent: "POST /webhooks/payments/{provider}",
  getAdminStats: "GET /admin/stats",
  listAdminUsers: "GET /admin/users",
  getAdminUser: "GET /admin/users/{id}",
  suspendUser: "POST /admin/users/{id}/suspend",
  unsuspendUser: "POST /admin/users/{id}/unsuspend",
  updateUserRole: "PATCH /admin/users/{id}/role",
  sendUserNotification: "POST /admin/users/{id}/notifications",
  replacePremiumGrant: "PUT /admin/users/{id}/subscription",
  deletePremiumGrant: "DELETE /admin/users/{id}/subscription",
  getAdminAttention: "GET /admin/attention",
  listAdminSearchResults: "GET /admin/search",
  getAdminUserOverview: "GET /admin/users/{id}/overview",
  listAdminUserEnrollments: "GET /admin/users/{id}/enrollments",
  listAdminUserReferrals: "GET /admin/users/{id}/referrals",
  listAdminUserLedgerEntries: "GET /admin/users/{id}/ledger",
  listAdminUserSessions: "GET /admin/users/{id}/sessions",
  revokeUserSessions: "POST /admin/users/{id}/sessions/revoke",
  viewAsUser: "POST /admin/users/{id}/view-as",
  listAdminUserNotes: "GET /admin/users/{id}/notes",
  createUserNote: "POST /admin/users/{id}/notes",
  deleteUserNote: "DELETE /admin/users/{id}/notes/{noteId}",
  listAdminSubmissions: "GET /admin/submissions",
  decideSubmission: "POST /admin/submissions/{id}/decision",
  listAdminOrders: "GET /admin/orders",
  getAdminOrder: "GET /admin/orders/{id}",
  retryOrder: "POST /admin/orders/{id}/retry",
  acceptOrder: "POST /admin/orders/{id}/accept",
  getAdminOrderRefund: "GET /admin/orders/{id}/refund",
  refundOrder: "POST /admin/orders/{id}/refund",
  listAdminCertificates: "GET /admin/users/{id}/certificates",
  listAdminIssuedCertificates: "GET /admin/certificates",
  revokeCertificate: "POST /admin/certificates/{id}/revoke",
  updateCertificate: "PATCH /admin/certificates/{id}",
  getAdminChain: "GET /admin/chain",
  listAdminChainTransactions: "GET /admin/chain-transactions",
  listAdminEmails: "GET /admin/emails",
  resendEmail: "POST /admin/emails/{id}/resend",
  listAdminWebhookEvents: "GET /admin/inbox/events",
  getAdminWebhookEvent: "GET /admin/inbox/events/{id}",
  listAdminDeadLetters: "GET /admin/inbox/dead-letters",
  replayDeadLetter: "POST /admin/inbox/dead-letters/{id}/replay",
  listAdminJobQueues: "GET /admin/jobs",
  listAdminFailedJobs: "GET /admin/jobs/failed",
  retryFailedJob: "POST /admin/jobs/failed/{id}/retry",
  listAdminLedgerAudits: "GET /admin/ledger/audits",
  createLedgerAudit: "POST /admin/ledger/audits",
  listAdminLedgerTransfers: "GET /admin/ledger/transfers",
  getAdminSiteSettings: "GET /admin/site-settings",
  replaceSiteSettings: "PUT /admin/site-settings",
  replaceSiteLogo: "PUT /admin/site-settings/logo",
  deleteSiteLogo: "DELETE /admin/site-settings/logo",
  getAdminRuntimeSettings: "GET /admin/runtime-settings",
  replaceRuntimeSettings: "PUT /admin/runtime-settings",
  createUserGrant: "POST /admin/users/{id}/grants",
  listAdminGrantRequests: "GET /admin/grant-requests",
  approveGrant: "POST /admin/grant-requests/{id}/approve",
  rejectGrant: "POST /admin/grant-requests/{id}/reject",
  listAdminAuditEntries: "GET /admin/audit",
  createReport: "POST /reports",
  listAdminReports: "GET /admin/reports",
  decideReport: "POST /admin/reports/{id}/decision",
  listAdminBroadcasts: "GET /admin/broadcasts",
  createBroadcast: "POST /admin/broadcasts",
  getAdminBroadcast: "GET /admin/broadcasts/{id}",
  updateBroadcast: "PATCH /admin/broadcasts/{id}",
  previewBroadcast: "POST /admin/broadcasts/{id}/preview",
  sendBroadcast: "POST /admin/broadcasts/{id}/send",
  stopBroadcast: "POST /admin/broadcasts/{id}/stop",
  importQuestions: "POST /admin/questions/import",
  exportAdminQuestions: "GET /admin/questions/export",
  listAdminQuestionTags: "GET /admin/question-tags",
  listAdminDuplicateQuestions: "GET /admin/questions/duplicates",
  changeQuestions: "POST /admin/questions/bulk",
  createTopic: "POST /admin/topics",
  listAdminTopics: "GET /admin/topics",
  updateTopic: "PATCH /admin/topics/{id}",
  getAdminModelDrafts: "GET /admin/model-drafts",
  draftSlides: "POST /admin/lessons/{id}/model-drafts",
  draftQuestions: "POST /admin/questions/model-drafts",
  deleteModelDraftMark: "DELETE /admin/model-drafts/{id}",
  listAdminCourses: "GET /admin/courses",
  createCourse: "POST /admin/courses",
  getAdminCourse: "GET /admin/courses/{id}",
  updateCourse: "PATCH /admin/courses/{id}",
  publishCourse: "POST /admin/courses/{id}/publish",
  discardCourseChanges: "POST /admin/courses/{id}/discard-changes",
  archiveCourse: "POST /admin/courses/{id}/archive",
  listAdminCourseAuthors: "GET /admin/courses/{id}/authors",
  addCourseAuthor: "POST /admin/courses/{id}/authors",
  deleteCourseAuthor: "DELETE /admin/courses/{id}/authors/{userId}",
  transferCourse: "POST /admin/courses/{id}/transfer",
  takeOverCourse: "POST /admin/courses/{id}/take-over",
  deleteCourseTakeOver: "DELETE /admin/courses/{id}/take-over",
  listAdminLessons: "GET /admin/courses/{id}/lessons",
  createLesson: "POST /admin/courses/{id}/lessons",
  getAdminLesson: "GET /admin/lessons/{id}",
  updateLesson: "PATCH /admin/lessons/{id}",
  publishLesson: "POST /admin/lessons/{id}/publish",
  discardLessonChanges: "POST /admin/lessons/{id}/discard-changes",
  archiveLesson: "POST /admin/lessons/{id}/archive",
  getAdminLessonPreview: "GET /admin/lessons/{id}/preview",
  createLessonPreviewLink: "POST /admin/lessons/{id}/preview-link",
  deleteLessonPreviewLink: "DELETE /admin/lessons/{id}/preview-link",
  replaceCourseSchedule: "PUT /admin/courses/{id}/schedule",
  deleteCourseSchedule: "DELETE /admin/courses/{id}/schedule",
  replaceLessonSchedule: "PUT /admin/lessons/{id}/schedule",
  deleteLessonSchedule: "DELETE /admin/lessons/{id}/schedule",
  submitCourse: "POST /admin/courses/{id}/review-requests",
  listAdminCourseReviewRequests: "GET /admin/courses/{id}/review-requests",
  listAdminReviewRequests: "GET /admin/review-requests",
  getAdminReviewRequestChanges: "GET /admin/review-requests/{id}/changes",
  approveReviewRequest: "POST /admin/review-requests/{id}/approve",
  returnReviewRequest: "POST /admin/review-requests/{id}/return",
  withdrawReviewRequest: "POST /admin/review-requests/{id}/withdraw",
  listAdminCourseRevisions: "GET /admin/courses/{id}/history",
  getAdminCourseRevision: "GET /admin/courses/{id}/history/{version}",
  getAdminCourseRevisionDiff: "GET /admin/courses/{id}/history/{version}/diff",
  listAdminLessonRevisions: "GET /admin/lessons/{id}/history",
  getAdminLessonRevision: "GET /admin/lessons/{id}/history/{version}",
  getAdminLessonRevisionDiff: "GET /admin/lessons/{id}/history/{version}/diff",
  restoreCourse: "POST /admin/courses/{id}/history/{version}/restore",
  restoreLesson: "POST /admin/lessons/{id}/history/{version}/restore",
  duplicateCourse: "POST /admin/courses/{id}/duplicate",
  duplicateLesson: "POST /admin/lessons/{id}/duplicate",
  replaceLessonOrder: "PUT /admin/courses/{id}/lesson-order",
  getAdminFormula: "GET /admin/formula",
  listAdminQuestions: "GET /admin/questions",
  createQuestion: "POST /admin/questions",
  getAdminQuestion: "GET /admin/questions/{id}",
  updateQuestion: "PATCH /admin/questions/{id}",
  publishQuestion: "POST /admin/questions/{id}/publish",
  archiveQuestion: "POST /admin/questions/{id}/archive",
  getAdminCourseTest: "GET /admin/courses/{id}/test",
  updateCourseTest: "PATCH /admin/courses/{id}/test",
  listAdminCourseTestRevisions: "GET /admin/courses/{id}/test/history",
  getAdminCourseTestRevision: "GET /admin/courses/{id}/test/history/{version}",
  getAdminCourseTestRevisionDiff: "GET /admin/courses/{id}/test/history/{version}/diff",
  restoreCourseTest: "POST /admin/courses/{id}/test/history/{version}/restore",
  addCourseTestQuestions: "POST /admin/courses/{id}/test/questions",
  publishCourseTest: "POST /admin/courses/{id}/test/publish",
  listAdminExampleTestQuestions: "GET /admin/courses/{id}/test/example",
  listAdminLearningPaths: "GET /admin/learning-paths",
  createLearningPath: "POST /admin/learning-paths",
  getAdminLearningPath: "GET /admin/learning-paths/{id}",
  updateLearningPath: "PATCH /admin/learning-paths/{id}",
  publishLearningPath: "POST /admin/learning-paths/{id}/publish",
  archiveLearningPath: "POST /admin/learning-paths/{id}/archive",
  listAdminLearningPathRevisions: "GET /admin/learning-paths/{id}/history",
  getAdminLearningPathRevision: "GET /admin/learning-paths/{id}/history/{version}",
  getAdminLearningPathRevisionDiff: "GET /admin/learning-paths/{id}/history/{version}/diff",
  restoreLearningPath: "POST /admin/learning-paths/{id}/history/{version}/restore",
  listAdminCapstones: "GET /admin/capstones",
  createCapstone: "POST /admin/capstones",
  getAdminCapstone: "GET /admin/capstones/{id}",
  updateCapstone: "PATCH /admin/capstones/{id}",
  publishCapstone: "POST /admin/capstones/{id}/publish",
  archiveCapstone: "POST /admin/capstones/{id}/archive",
  listAdminCapstoneRevisions: "GET /admin/capstones/{id}/history",
  getAdminCapstoneRevision: "GET /admin/capstones/{id}/history/{version}",
  getAdminCapstoneRevisionDiff: "GET /admin/capstones/{id}/history/{version}/diff",
  restoreCapstone: "POST /admin/capstones/{id}/history/{version}/restore",
  listAdminContests: "GET /admin/contests",
  createContest: "POST /admin/contests",
  getAdminContest: "GET /admin/contests/{id}",
  updateContest: "PATCH /admin/contests/{id}",
  cancelContest: "POST /admin/contests/{id}/cancel",
  listAdminContestPlans: "GET /admin/contest-plans",
  createContestPlan: "POST /admin/contest-plans",
  getAdminContestPlan: "GET /admin/contest-plans/{id}",
  updateContestPlan: "PATCH /admin/contest-plans/{id}",
  deleteContestPlan: "DELETE /admin/contest-plans/{id}",
  publishContestPlan: "POST /admin/contest-plans/{id}/publish",
  stopContestPlan: "POST /admin/contest-plans/{id}/stop",
  getAdminContestResults: "GET /admin/contests/{id}/results",
  listAdminPromotions: "GET /admin/promotions",
  createPromotion: "POST /admin/promotions",
  getAdminPromotion: "GET /admin/promotions/{id}",
  updatePromotion: "PATCH /admin/promotions/{id}",
  publishPromotion: "POST /admin/promotions/{id}/publish",
  archivePromotion: "POST /admin/promotions/{id}/archive",
  getAdminPromotionStats: "GET /admin/promotions/{id}/figures",
  listAdminBadges: "GET /admin/badges",
  createBadge: "POST /admin/badges",
  getAdminBadge: "GET /admin/badges/{badgeType}",
  updateBadge: "PATCH /admin/badges/{badgeType}",
  publishBadge: "POST /admin/badges/{badgeType}/publish",
  archiveBadge: "POST /admin/badges/{badgeType}/archive",
  replaceBadgeImage: "PUT /admin/badges/{badgeType}/picture",
  listAdminMedia: "GET /admin/media",
  createMedium: "POST /admin/media",
  getAdminMedium: "GET /admin/media/{id}",
  updateMedium: "PATCH /admin/media/{id}",
  deleteMedium: "DELETE /admin/media/{id}",
  getAdminCourseCover: "GET /admin/courses/{id}/cover",
  replaceCourseCover: "PUT /admin/courses/{id}/cover",
  getAdminPathCover: "GET /admin/learning-paths/{id}/cover",
  replacePathCover: "PUT /admin/learning-paths/{id}/cover",
  importContent: "POST /admin/content/imports",
  getAdminContentImport: "GET /admin/content/imports/{id}",
  exportAdminContent: "GET /admin/content/export",
  recordLessonPlay: "POST /user-lessons/{lessonId}/plays",
  getAdminCourseStats: "GET /admin/courses/{id}/figures",
  listAdminQuestionStats: "GET /admin/courses/{id}/question-figures",
  listAdminBattles: "GET /admin/battles",
  getAdminActivityStats: "GET /admin/figures/activity",
  getAdminRetentionStats: "GET /admin/figures/retention",
  getAdminFunnelStats: "GET /admin/figures/funnel",
  getAdminLearningStats: "GET /admin/figures/learning",
  getAdminLedgerStats: "GET /admin/figures/ledger",
  getAdminRevenueStats: "GET /admin/figures/revenue",
  getAdminBattleStats: "GET /admin/figures/battles",
  listAdminHardQuestions: "GET /admin/figures/questions",
  getAdminSystem: "GET /admin/system",
  getCertificateName: "GET /user/certificate-name",
  replaceCertificateName: "PUT /user/certificate-name",
  claimCertificate: "POST /certificates/claim",
  listCertificates: "GET /certificates",
  verifyCertificate: "GET /certificates/verify/{certificateNumber}",
  getSigningKeys: "GET //.well-known/jwks.json",
} as const
