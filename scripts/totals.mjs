// Reads what the test programs print about passed and failed tests, and adds it up.

/** The numbers of one suite, by the program that ran it. */
export const SUITES = {
  vitest: (text) => {
    const line = lines(text).findLast((line) => /^\s*Tests\s/.test(line)) ?? ''
    return { passed: number(line, /(\d+) passed/), failed: number(line, /(\d+) failed/) }
  },
  nextest: (text) => {
    const line = lines(text).findLast((line) => /^\s*Summary\s/.test(line)) ?? ''
    const failed = number(line, /(\d+) failed/) + number(line, /(\d+) timed out/)
    return { passed: number(line, /(\d+) passed/), failed }
  },
  cargo: (text) => {
    const found = lines(text).filter((line) => line.startsWith('test result:'))
    const total = (pattern) => found.reduce((sum, line) => sum + number(line, pattern), 0)
    return { passed: total(/(\d+) passed/), failed: total(/(\d+) failed/) }
  },
  node: (text) => {
    const last = (word) => lines(text).findLast((line) => new RegExp(`^\\S ${word} \\d+`).test(line)) ?? ''
    return { passed: number(last('pass'), /(\d+)/), failed: number(last('fail'), /(\d+)/) }
  },
}

/** Prints a line a suite and the plain totals; gives the code to end with. A suite that failed
 * or ran nothing counts as failed even where no test says so. */
export function sum(results) {
  console.log()
  let [passed, failed] = [0, 0]
  for (const result of results) {
    const broken = result.failed === 0 && (result.code !== 0 || result.passed === 0)
    passed += result.passed
    failed += result.failed + (broken ? 1 : 0)
    const note = broken ? ` (the suite itself ended with code ${result.code})` : ''
    console.log(`${result.name}: ${result.passed} passed, ${result.failed} failed${note}`)
  }
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0 ? 0 : 1
}

const lines = (text) => text.replace(/\x1b\[[0-9;]*m/g, '').split('\n')
const number = (text, pattern) => Number(pattern.exec(text)?.[1] ?? 0)
