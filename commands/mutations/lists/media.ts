import type { Mutation } from '../mutation.ts'

export const media: Mutation[] = []
