import { pageOf } from "../../kit/db/list-query.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { mergeMetadata } from "../../kit/pure/metadata.ts"
import { omitUndefined } from "../../kit/pure/omit-undefined.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { gatewayProblem } from "../gateways/errors.ts"
import { providers } from "../gateways/registry.ts"
import { checkOf, inspect, inspectAndRegister, inspectionOf, newTrial, readProvider, sealedFrom, testedAs, trialOf } from "./connect.ts"
import { listMessages } from "./messages-store.ts"
import { installedProvider } from "./open.ts"
import { guarded, listOrders, orderConnections } from "./order.ts"
import { assertInTime, finishLater } from "./registration.ts"
import { assertStatus, assertUsable, offeredMethods } from "./rules.ts"
import {
  ConnectionChange,
  connectionFilters,
  GatewayConnection,
  GatewayMessage,
  messageFilters,
  NewConnection,
  NewCredentials,
  ProviderInfo,
} from "./schema.ts"
import {
  findByAccount,
  insertConnection,
  listConnections,
  readConnection,
  readConnectionForUpdate,
  renderConnection,
  saveConnection,
} from "./store.ts"

const readOperations = [
  listing({
    route: "GET /v1/gateway-connections/providers",
    label: "List the providers that can be connected",
    noun: "gatewayConnection",
    plural: "providers",
    summary: "The payment providers that this tenant can connect its own account of, and what each asks for",
    needs: "gateways.view",
    filters: {},
    item: ProviderInfo,
    run: async ({ tenant }, query) => pageOf(providers.filter(({ modes }) => modes.includes(tenant.mode)).map(renderProvider), query),
  }),

  listOrders,

  listing({
    route: "GET /v1/gateway-connections",
    noun: "gatewayConnection",
    plural: "gatewayConnections",
    summary: "List the connections to payment providers, newest first, without their credentials",
    needs: "gateways.view",
    filters: connectionFilters,
    item: GatewayConnection,
    run: listConnections,
  }),

  operation({
    route: "GET /v1/gateway-connections/{id}",
    noun: "gatewayConnection",
    summary: "One connection, with the last characters of each credential and the result of its last test",
    needs: "gateways.view",
    effect: "read",
    input: noInput,
    output: GatewayConnection,
    subject: readConnection,
    run: (ctx, _input, row) => renderConnection(row, ctx),
  }),

  listing({
    route: "GET /v1/gateway-connections/{id}/messages",
    label: "List the messages of a connection",
    noun: "gatewayConnection",
    plural: "messages",
    summary: "The messages that the provider sent in the last 30 days, newest first, and what each did",
    needs: "gateways.view",
    filters: messageFilters,
    item: GatewayMessage,
    subject: readConnection,
    run: listMessages,
  }),
]

const renderProvider = ({ id, name, credentials, methods }: (typeof providers)[number]) => ({
  gateway: id,
  name,
  credentials: credentials.map(({ field, label, hint, isOptional = false, isLong = false, isSecret = true, ...rest }) => ({
    field,
    label,
    hint,
    isOptional,
    isLong,
    isSecret,
    choices: rest.choices ? [...rest.choices] : null,
    whenEmpty: rest.whenEmpty ?? null,
  })),
  methods: methods.map(each => ({ method: each.method, name: each.name, currencies: each.currencies })),
})

const connectOperation = operation({
  ...guarded,
  route: "POST /v1/gateway-connections/create",
  creates: true,
  label: "Connect a payment provider",
  noun: "gatewayConnection",
  summary: "Connect your own account at a payment provider; the credentials are tried, sealed and never shown again",
  secret: true,
  idempotency: "both",
  input: NewConnection,
  output: GatewayConnection,
  external: {
    async prepare(ctx, { gateway, credentials, ...choices }) {
      offeredMethods(readProvider(gateway, ctx.tenant).methods, choices)
      return finishLater(ctx, newTrial(ctx, gateway, credentials))
    },
    call: inspectAndRegister,
  },
  async run(ctx, { gateway, name, metadata, ...choices }, _subject, trial) {
    const inspection = inspectionOf(trial)
    assertInTime(trial)
    const { account } = inspection
    const same = await findByAccount(ctx, gateway, account.id) // the unique index refuses concurrent requests, which then find it here
    if (same) throw generalProblem("GEN-1010", { kind: "gateway connection", field: "account", _id: same.id })
    const owner = { tenant_id: ctx.tenant.id, id: trial.id }
    const row = insertConnection(ctx, {
      id: trial.id,
      gateway,
      name,
      account_id: account.id,
      account_name: account.name,
      account_country: account.country,
      status: "active",
      event_secrets: [],
      endpoint: null,
      methods: offeredMethods(installedProvider(gateway).methods, choices),
      last_check: checkOf(trial, inspection, ctx.now),
      metadata,
      ...sealedFrom(owner, trial, ctx.now),
    })
    return renderConnection(row, ctx)
  },
})

const changeOperations = [
  operation({
    ...guarded,
    route: "POST /v1/gateway-connections/{id}/update",
    noun: "gatewayConnection",
    summary: "Change the name, the methods and currencies that are offered, or the metadata",
    input: ConnectionChange,
    output: GatewayConnection,
    subject: readConnectionForUpdate,
    run(ctx, { name, metadata, ...choices }, row) {
      const isChosen = choices.methods !== undefined || choices.currencies !== undefined
      const methods = isChosen ? offeredMethods(installedProvider(row.gateway).methods, choices) : row.methods
      const change = { ...omitUndefined({ name }), methods, metadata: mergeMetadata(row.metadata, metadata) }
      return renderConnection(saveConnection(ctx, row, change), ctx)
    },
  }),

  operation({
    ...guarded,
    route: "POST /v1/gateway-connections/{id}/test",
    label: "Test a connection",
    noun: "gatewayConnection",
    summary: "Try the credentials at the provider and say what does not work; no money moves",
    input: noInput,
    output: GatewayConnection,
    subject: readConnectionForUpdate,
    assertPossible: row => assertStatus(row, "tested", "active", "paused", "failing"),
    external: {
      prepare: async (ctx, _input, row) => trialOf(ctx, row),
      call: inspect,
    },
    async run(ctx, _input, row, trial) {
      return renderConnection(saveConnection(ctx, row, testedAs(trial, row, ctx.now)), ctx)
    },
  }),

  operation({
    ...guarded,
    route: "POST /v1/gateway-connections/{id}/rotate",
    label: "Rotate the credentials of a connection",
    noun: "gatewayConnection",
    summary: "Replace credentials by others of the same account; they are tried first, and calls use them from then on",
    secret: true,
    input: NewCredentials,
    output: GatewayConnection,
    subject: readConnectionForUpdate,
    assertPossible: row => assertStatus(row, "given new credentials", "active", "paused", "failing"),
    external: {
      prepare: async (ctx, { credentials }, row) => trialOf(ctx, row, credentials),
      call: inspect,
    },
    async run(ctx, { credentials }, row, trial) {
      const inspection = inspectionOf(trial)
      if (inspection.account.id !== row.account_id)
        throw gatewayProblem("GTW-2003", { account: inspection.account.id, expected: row.account_id })
      assertUsable(inspection, installedProvider(row.gateway), ctx.tenant)
      const sealed = sealedFrom(row, { ...trial, credentials }, ctx.now)
      const status = row.status === "failing" ? "active" : row.status
      const change = { credentials: { ...row.credentials, ...sealed.credentials }, status, last_check: checkOf(trial, inspection, ctx.now) }
      return renderConnection(saveConnection(ctx, row, change), ctx)
    },
  }),

  operation({
    ...guarded,
    route: "POST /v1/gateway-connections/{id}/rotate-secret",
    label: "Rotate the secret of a connection's messages",
    noun: "gatewayConnection",
    summary: "Let the provider sign its messages with a new secret; messages signed with the old one are accepted for a day",
    input: noInput,
    output: GatewayConnection,
    subject: readConnectionForUpdate,
    assertPossible: row => assertStatus(row, "given another secret", "active", "paused", "failing"),
    external: {
      prepare: async (ctx, _input, row) => finishLater(ctx, trialOf(ctx, row), row),
      call: inspectAndRegister,
    },
    async run(ctx, _input, row, trial) {
      const check = checkOf(trial, inspectionOf(trial), ctx.now)
      assertInTime(trial)
      const { credentials: _unchanged, ...secret } = sealedFrom(row, trial, ctx.now)
      return renderConnection(saveConnection(ctx, row, { ...secret, last_check: check }), ctx)
    },
  }),
]

const stateOperations = [
  operation({
    ...guarded,
    route: "POST /v1/gateway-connections/{id}/pause",
    noun: "gatewayConnection",
    summary: "Begin no new charge through a connection; what is open goes on",
    input: noInput,
    output: GatewayConnection,
    subject: readConnectionForUpdate,
    assertPossible: row => assertStatus(row, "paused", "active", "failing"),
    run: (ctx, _input, row) => renderConnection(saveConnection(ctx, row, { status: "paused" }), ctx),
  }),

  operation({
    ...guarded,
    route: "POST /v1/gateway-connections/{id}/resume",
    noun: "gatewayConnection",
    summary: "Charge through a paused connection again",
    input: noInput,
    output: GatewayConnection,
    subject: readConnectionForUpdate,
    assertPossible: row => assertStatus(row, "resumed", "paused"),
    run: (ctx, _input, row) => renderConnection(saveConnection(ctx, row, { status: "active" }), ctx),
  }),

  operation({
    ...guarded,
    route: "POST /v1/gateway-connections/{id}/disconnect",
    noun: "gatewayConnection",
    summary: "End a connection: no new work at once; its credentials are erased when nothing is open at the provider",
    input: noInput,
    output: GatewayConnection,
    subject: readConnectionForUpdate,
    assertPossible: row => assertStatus(row, "disconnected", "active", "paused", "failing"),
    run(ctx, _input, row) {
      enqueue(ctx, "disconnect-gateway", { connection: row.id })
      return renderConnection(saveConnection(ctx, row, { status: "disconnecting" }), ctx)
    },
  }),

  orderConnections,

  timeline("gateway-connections", "gateways.view", readConnection),
]

export const connectionOperations = [...readOperations, connectOperation, ...changeOperations, ...stateOperations]
