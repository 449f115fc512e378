// Questions that overtake each other: at most one is under way, only the newest waits, and an
// answer that was overtaken is dropped.

export type Asker<Question> = {
  /** Asks now, or as soon as the question under way is answered. */
  ask(question: Question): void
  /** Drops the answer under way and the question that waits. */
  forget(): void
}

export function newest<Question, Answer>(
  put: (question: Question) => Promise<Answer>,
  answered: (answer: Answer, question: Question) => void,
  failed: (thrown: unknown, question: Question) => void,
): Asker<Question> {
  let busy = false
  let current = 0
  let waiting: { question: Question } | null = null

  async function run(question: Question) {
    busy = true
    const mine = current
    try {
      const answer = await put(question)
      if (mine === current) answered(answer, question)
    } catch (thrown) {
      if (mine === current) failed(thrown, question)
    }
    busy = false
    const next = waiting
    waiting = null
    if (next) void run(next.question)
  }

  return {
    ask(question) {
      current += 1
      if (busy) waiting = { question }
      else void run(question)
    },
    forget() {
      current += 1
      waiting = null
    },
  }
}
