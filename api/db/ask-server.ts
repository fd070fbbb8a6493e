/** Longer than a server waits for another writer. */
const ANSWER_WITHIN_MS = 10_000

/** A database server that gives no answer, or none of the database's. */
export class ServerAway extends Error {
  override name = 'ServerAway'
}

/**
 * Asks a libSQL server, for the client. What it doesn't answer is given up: Bun waits five minutes, and as few lines as the
 * client has would keep everything else waiting as long after the server is back.
 */
export const askServer =
  (withinMs = ANSWER_WITHIN_MS) =>
  async (request: Request): Promise<Response> => {
    const answer = await fetch(request, { signal: AbortSignal.timeout(withinMs) })
      .then(async response => new Response(await response.arrayBuffer(), response))
      .catch((cause: Error) => {
        throw new ServerAway(`The database’s server did not answer: ${cause.message}`, { cause })
      })
    if (answer.status < 500) return answer
    throw new ServerAway(`The database’s server answered ${answer.status}.`)
  }
