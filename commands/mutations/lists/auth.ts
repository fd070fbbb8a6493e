import type { Mutation } from '../mutation.ts'

export const auth: Mutation[] = []
