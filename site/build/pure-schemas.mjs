/** Calls of valibot and of our functions that only build schemas. `assert` throws. */
const BUILDERS = /(?<![\w.$])(?:v\.(?!assert\b)\w+|required(?:Line)?|optional(?:Line|Text)|pageSize)(?=[(<])/g

/**
 * Lets the bundler drop unused schemas: it doesn't see in another module that such a call has no side effects.
 * @returns {import('vite').Plugin}
 */
export const pureSchemas = () => ({
  name: 'currawong:pure-schemas',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/shared\/.*\.ts$/, code: /\bfrom 'valibot'/ },
    handler: code => ({ code: code.replaceAll(BUILDERS, '/* @__PURE__ */ $&'), map: null }),
  },
})
