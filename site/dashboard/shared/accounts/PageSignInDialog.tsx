import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'

import { BlueskyLoginInput, BlueskyStart, DEFAULT_SERVER } from '#shared/bluesky.ts'
import { WordPressStart } from '#shared/wordpress.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { checkForm, type FormStore, formStore } from '#site/forms/form-store.ts'
import { readFields, useForm } from '#site/forms/use-form.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { FormModal } from '#site/ui/dialogs/FormModal.tsx'
import { ExternalTextLink } from '#site/ui/ExternalButton.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { PasswordField } from '#site/ui/fields/password/PasswordField.tsx'
import { showConnected } from './accounts.ts'
import { $form, closeForm, leave, type PageNetwork } from './page-sign-in.ts'
import { $accounts } from './store.ts'

type SignInFormProps = {
  title: string
  submit: string
  busyLabel: string
  store: FormStore<unknown>
  /** Connects without leaving the page. */
  staysHere?: boolean
  children: ReactNode
}

const SignInForm = ({ store, staysHere, children, ...labels }: SignInFormProps) => {
  const { form, sending, message, fields } = useForm(store, {
    read: readFields,
    onSent: staysHere ? closeForm : () => {},
  })
  return (
    <FormModal
      {...labels}
      form={form}
      sending={sending}
      message={Object.keys(fields).length > 0 ? '' : message}
      onClose={closeForm}
    >
      {children}
    </FormModal>
  )
}

/** Opens the page of the account's server. @throws {ApiError} which the form shows */
export const startBluesky = async (json: BlueskyStart, go = leave) =>
  go((await bodyOf(api.auth.bluesky.start.$post({ json }))).url)

/** Connects an account of the selected business by an app password. @throws {ApiError} which the form shows */
export async function connectBluesky(json: BlueskyLoginInput): Promise<void> {
  await api.auth.bluesky.$post({ json })
  await showConnected('bluesky')
}

const NOT_CONNECTED = 'Bluesky was not connected. Try again in a minute.'

const newBlueskySignIns = () => ({
  oauth: formStore({
    check: (values: unknown) => checkForm(BlueskyStart, values),
    send: json => startBluesky(json),
    failed: NOT_CONNECTED,
  }),
  password: formStore({
    check: (values: unknown) => checkForm(BlueskyLoginInput, values),
    send: connectBluesky,
    failed: NOT_CONNECTED,
  }),
})

/** Connects an account by its handle and the sign-in page of its server (OAuth), or by an app password. */
function Bluesky() {
  const [stores] = useState(newBlueskySignIns)
  const [method, setMethod] = useState<keyof typeof stores>('oauth')
  const isOAuth = method === 'oauth'
  const account = useStore($accounts.bluesky).data
  const { sending } = useStore(stores[method].$state)
  return (
    <SignInForm
      title="Connect Bluesky"
      submit={isOAuth ? 'Continue at Bluesky' : 'Connect'}
      busyLabel={isOAuth ? 'Opening Bluesky' : 'Connecting'}
      store={stores[method]}
      staysHere={!isOAuth}
    >
      <TextField
        label="Handle"
        name="handle"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={`name.${DEFAULT_SERVER}`}
        defaultValue={account?.accountConnected ? account.username : ''}
        hint={
          isOAuth
            ? 'The account’s own server opens. Sign in there and agree, and you come back here. We never see your password, and may only post, like and hide replies.'
            : undefined
        }
      />
      {!isOAuth && <AppPassword />}
      <button
        type="button"
        className="link link-hover pointer-coarse:min-h-11 justify-self-start text-sm font-semibold text-info"
        disabled={sending}
        onClick={() => {
          stores[method].leave()
          setMethod(isOAuth ? 'password' : 'oauth')
        }}
      >
        {isOAuth ? 'Use an app password instead' : 'Sign in at Bluesky instead'}
      </button>
    </SignInForm>
  )
}

const AppPassword = () => (
  <>
    <div className="grid gap-1.5">
      <PasswordField
        label="App password"
        name="appPassword"
        required
        autoComplete="off"
        hint="Not the account’s own password: an app password only allows posting, and you can delete it at any time."
      />
      <p className="text-sm">
        <ExternalTextLink href="https://bsky.app/settings/app-passwords">
          Create one at Bluesky
        </ExternalTextLink>
      </p>
    </div>
    <TextField
      label="Server"
      name="server"
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      placeholder={DEFAULT_SERVER}
      hint="Leave this empty unless the account is on a server of its own."
    />
  </>
)

/** Opens the website's own page. @throws {ApiError} which the form shows */
export const startWordPress = async (json: WordPressStart, go = leave) =>
  go((await bodyOf(api.auth.wordpress.start.$post({ json }))).url)

const newWordPressSignIn = () =>
  formStore({
    check: (values: unknown) => checkForm(WordPressStart, values),
    send: json => startWordPress(json),
    failed: 'The website was not connected. Try again in a minute.',
  })

/** Asks for a website, whose own page then asks its owner. */
function WordPress() {
  const [store] = useState(newWordPressSignIn)
  const account = useStore($accounts.wordpress).data
  const website = useStore($selectedDomain)?.websiteURL
  return (
    <SignInForm
      title="Connect WordPress"
      submit="Continue on the website"
      busyLabel="Finding WordPress"
      store={store}
    >
      <TextField
        label="Website"
        name="site"
        required
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://example.com"
        defaultValue={account?.accountConnected ? account.link : (website ?? '')}
        hint="Sign in there as an author, an editor or an administrator, and agree. WordPress gives us a password of our own, which you can delete on your profile page there at any time."
      />
    </SignInForm>
  )
}

const FORMS: Record<PageNetwork, ReactNode> = { bluesky: <Bluesky />, wordpress: <WordPress /> }

/** Form for the account or website to connect. Its server then asks its owner for consent, on a page of its own. */
export function PageSignInDialog() {
  const network = useStore($form)
  return network && FORMS[network]
}
