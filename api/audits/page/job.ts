import * as v from 'valibot'

/** Input of `page-process.ts`. */
export const PageJob = v.object({ url: v.string(), allowPrivate: v.boolean() })
export type PageJob = v.InferOutput<typeof PageJob>

const Text = v.pipe(v.string(), v.maxLength(1000))
const Stated = v.object({ text: Text, isMarked: v.boolean() })

/** Output of `page-process.ts`. */
export const PageResult = v.object({
  url: Text,
  title: Text,
  description: Text,
  isSecure: v.boolean(),
  fitsPhones: v.boolean(),
  isEnglish: v.boolean(),
  hours: v.nullable(Stated),
  phone: v.nullable(v.object({ ...Stated.entries, isPressable: v.boolean() })),
  place: v.nullable(Stated),
  share: v.object({
    title: Text,
    description: Text,
    picture: v.nullable(v.object({ url: Text, loads: v.boolean() })),
  }),
})
