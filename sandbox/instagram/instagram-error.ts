import { GraphError } from '../graph/graph-error.ts'

/** Builds an error of the publishing calls. The subcode names the problem, the user texts explain it. */
export const refuseMedia = (code: number, subcode: number, title: string, words: string): GraphError =>
  new GraphError({ code, subcode, message: words, title, userMessage: words })
