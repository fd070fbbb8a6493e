import * as v from 'valibot'

/** The parts of an OpenAPI description that the page shows. */
const Schema = v.looseObject({
  type: v.optional(v.union([v.string(), v.array(v.string())])),
  description: v.optional(v.string()),
  format: v.optional(v.string()),
  enum: v.optional(v.array(v.unknown())),
  const: v.optional(v.unknown()),
  default: v.optional(v.unknown()),
  minLength: v.optional(v.number()),
  maxLength: v.optional(v.number()),
  minimum: v.optional(v.number()),
  maximum: v.optional(v.number()),
  minItems: v.optional(v.number()),
  maxItems: v.optional(v.number()),
  pattern: v.optional(v.string()),
})
export type Schema = v.InferOutput<typeof Schema>

const Properties = v.looseObject({
  properties: v.optional(v.record(v.string(), Schema), {}),
  required: v.optional(v.array(v.string()), []),
  description: v.optional(v.string()),
})
const ObjectSchema = v.looseObject({ ...Properties.entries, oneOf: v.optional(v.array(Properties)) })
export type ObjectSchema = v.InferOutput<typeof ObjectSchema>

const Content = v.record(v.string(), v.object({ schema: v.optional(ObjectSchema, {}) }))

const Operation = v.object({
  summary: v.optional(v.string(), ''),
  tags: v.optional(v.array(v.string()), ['Other']),
  security: v.optional(v.array(v.unknown()), []),
  parameters: v.optional(
    v.array(
      v.object({
        name: v.string(),
        in: v.string(),
        required: v.optional(v.boolean(), false),
        schema: v.optional(Schema, {}),
      }),
    ),
    [],
  ),
  requestBody: v.optional(v.object({ content: Content })),
  responses: v.optional(
    v.record(v.string(), v.object({ content: v.optional(Content), $ref: v.optional(v.string()) })),
    {},
  ),
})
export type Operation = v.InferOutput<typeof Operation>

export const Specs = v.object({
  info: v.object({ title: v.string(), description: v.optional(v.string(), '') }),
  paths: v.record(v.string(), v.record(v.string(), Operation)),
})
export type Specs = v.InferOutput<typeof Specs>
