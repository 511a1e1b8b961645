<?php
// Fills a fresh Moodle for the benchmark: courses with pages and a quiz, learners, and the service of the mobile app.
// Run inside Moodle's folder: php fill.php <courses> <lessons a course> <learners> <password>. Prints what it made as JSON.
define('CLI_SCRIPT', true);
require(getcwd() . '/config.php');
require_once($CFG->libdir . '/phpunit/classes/util.php');
require_once($CFG->libdir . '/questionlib.php');
require_once($CFG->dirroot . '/mod/quiz/locallib.php');

[, $courses, $lessons, $learners, $password] = $argv;
\core\session\manager::set_user(get_admin());

foreach (['enablewebservices' => 1, 'webserviceprotocols' => 'rest', 'enablemobilewebservice' => 1,
    'enablecompletion' => 1, 'passwordpolicy' => 0, 'noemailever' => 1] as $name => $value) {
    set_config($name, $value);
}
$DB->set_field('external_services', 'enabled', 1, ['shortname' => 'moodle_mobile_app']);
assign_capability('webservice/rest:use', CAP_ALLOW, $CFG->defaultuserroleid, context_system::instance()->id, true);

/** A question with the answers true and false in the bank of a quiz. */
function add_question(int $contextid): stdClass {
    $text = fn(string $words) => ['text' => $words, 'format' => FORMAT_HTML];
    $form = (object) ['category' => question_get_default_category($contextid, true)->id, 'name' => 'Question',
        'questiontext' => $text('The answer is true.'), 'generalfeedback' => $text(''), 'defaultmark' => 1, 'penalty' => 1,
        'correctanswer' => 1, 'feedbacktrue' => $text('Right.'), 'feedbackfalse' => $text('Wrong.')];
    return question_bank::get_qtype('truefalse')->save_question((object) ['qtype' => 'truefalse'], $form);
}

$generator = phpunit_util::get_data_generator();
$users = [];
for ($number = 1; $number <= $learners; $number++) {
    $users[] = $generator->create_user(['username' => "learner$number", 'password' => $password]);
}
$made = [];
for ($number = 1; $number <= $courses; $number++) {
    $course = $generator->create_course(['fullname' => "Course $number", 'enablecompletion' => 1]);
    for ($lesson = 1; $lesson <= $lessons; $lesson++) {
        $page = $generator->create_module('page', ['course' => $course->id, 'name' => "Lesson $lesson",
            'content' => str_repeat('<p>What a learner reads in this lesson, a few lines of it.</p>', 20),
            'completion' => COMPLETION_TRACKING_MANUAL]);
        $quiz = $generator->create_module('quiz', ['course' => $course->id, 'sumgrades' => 1, 'grade' => 10,
            'questionsperpage' => 0, 'attempts' => 0]);
        $question = add_question(context_module::instance($quiz->cmid)->id);
        quiz_add_quiz_question($question->id, $quiz);
        $made[] = ['courseId' => (int) $course->id, 'pageId' => (int) $page->id, 'pageModuleId' => (int) $page->cmid,
            'quizId' => (int) $quiz->id];
    }
    foreach ($users as $user) {
        $generator->enrol_user($user->id, $course->id, 'student');
    }
}
rebuild_course_cache(0, true);
purge_all_caches();
echo json_encode($made), "\n";
