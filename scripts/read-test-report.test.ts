import { expect, test } from 'bun:test'
import { readTestReport } from './read-test-report.ts'

const REPORT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="5" assertions="1" failures="2" skipped="1" time="0.04">
  <testsuite name="a/c.test.ts" file="a/c.test.ts" tests="4" assertions="1" failures="2" skipped="1" time="9.5" hostname="vm">
    <testsuite name="outer" file="a/c.test.ts" line="2" tests="3" assertions="1" failures="2" skipped="0" time="0" hostname="vm">
      <testcase name="bad &quot;one&quot; &amp; &lt;two&gt;" classname="outer" time="0.01" file="a/c.test.ts" line="2" assertions="1">
        <failure type="AssertionError" message="no">no</failure>
      </testcase>
      <testcase name="fine" classname="outer" time="0.01" file="a/c.test.ts" line="2" assertions="0" />
      <testsuite name="inner" file="a/c.test.ts" line="2" tests="1" failures="1" skipped="0" time="0" hostname="vm">
        <testcase name="deep" classname="inner &gt; outer" time="0.01" file="a/c.test.ts" line="2" assertions="0">
          <failure type="Error" message="x">Error: x</failure>
        </testcase>
      </testsuite>
    </testsuite>
    <testcase name="left out" classname="" time="0" file="a/c.test.ts" line="3" assertions="0">
      <skipped />
    </testcase>
  </testsuite>
  <testsuite name="b.test.ts" file="b.test.ts" tests="1" assertions="0" failures="0" skipped="0" time="0.25" hostname="vm">
    <testcase name="fine" classname="" time="0.01" file="b.test.ts" assertions="0" />
  </testsuite>
</testsuites>`

test('a report gives its counts, its failed tests with their files, and the time of each file', () => {
  expect(readTestReport(REPORT)).toEqual({
    passed: 2,
    failed: 2,
    skipped: 1,
    failedFiles: ['a/c.test.ts'],
    failedTests: ['a/c.test.ts: bad "one" & <two>', 'a/c.test.ts: deep'],
    seconds: new Map([
      ['a/c.test.ts', 9.5],
      ['b.test.ts', 0.25],
    ]),
  })
})

test('a run without a report has passed nothing', () => {
  expect(readTestReport('')).toMatchObject({ passed: 0, failed: 0, failedFiles: [] })
})
