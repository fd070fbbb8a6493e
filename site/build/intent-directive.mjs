/** @returns {import('astro').AstroIntegration} */
export const intentDirective = () => ({
  name: 'currawong:intent-directive',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'intent', entrypoint: './site/islands/load-on-intent.ts' }),
  },
})
