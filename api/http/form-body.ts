type Property = { type: 'string'; format?: string; description?: string }

export const FILE: Property = { type: 'string', format: 'binary' }

/** Describes a multipart body, which is read as a stream instead of by a validator, for /api/openapi.json. */
export const formBody = (properties: Record<string, Property>, required: string[] = []) => ({
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object' as const, properties, ...(required.length > 0 && { required }) },
    },
  },
})
