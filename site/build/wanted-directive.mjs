/** @returns {import('astro').AstroIntegration} */
export const wantedDirective = () => ({
  name: 'currawong:wanted-directive',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'wanted', entrypoint: './site/islands/wanted.ts' }),
  },
})
