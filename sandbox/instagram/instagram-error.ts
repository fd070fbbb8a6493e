import { GraphError } from '../graph/graph-error.ts'

/** A refusal of the publishing calls: the subcode says what is wrong, the user texts say it in words. */
export const refuseMedia = (code: number, subcode: number, title: string, words: string): GraphError =>
  new GraphError({ code, subcode, message: words, title, userMessage: words })
