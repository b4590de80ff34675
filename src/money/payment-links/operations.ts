import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { exactNumber } from "../../kit/pure/exact-sums.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { changeOf } from "./change.ts"
import { createPaymentLink } from "./create.ts"
import { purchase } from "./purchase.ts"
import { listPurchases, readPurchase, renderPurchase } from "./purchase-store.ts"
import { assertHasOtherStatus, assertOnSale } from "./rules.ts"
import {
  LinkStats,
  NewPaymentLink,
  NewPurchase,
  PaymentLink,
  PaymentLinkChange,
  paymentLinkFilters,
  Purchase,
  purchaseFilters,
} from "./schema.ts"
import { findSold, listPaymentLinks, readPaymentLink, readPaymentLinkForUpdate, renderPaymentLink, savePaymentLink } from "./store.ts"

export const paymentLinkOperations = [
  operation({
    route: "POST /v1/payment-links/create",
    creates: true,
    noun: "paymentLink",
    summary: "Create a payment link, an address at which anybody can buy the same services; nothing is charged",
    needs: "paymentIntents.edit",
    effect: "draft",
    input: NewPaymentLink,
    output: PaymentLink,
    run: createPaymentLink,
  }),

  listing({
    route: "GET /v1/payment-links",
    noun: "paymentLink",
    plural: "paymentLinks",
    summary: "List payment links that many people use, newest first; filter by status",
    needs: "paymentIntents.view",
    filters: paymentLinkFilters,
    item: PaymentLink,
    run: listPaymentLinks,
  }),

  operation({
    route: "GET /v1/payment-links/{id}",
    noun: "paymentLink",
    summary: "One payment link, by id or number, with its public address, its limits and what is left",
    needs: "paymentIntents.view",
    effect: "read",
    input: noInput,
    output: PaymentLink,
    subject: readPaymentLink,
    run: (ctx, _input, link) => renderPaymentLink(link, ctx),
  }),

  operation({
    route: "GET /v1/payment-links/{id}/stats",
    label: "What a payment link has sold",
    noun: "paymentLinkStats",
    summary: "The purchases of a payment link by status, and what they brought in",
    needs: "paymentIntents.view",
    effect: "read",
    input: noInput,
    output: LinkStats,
    subject: readPaymentLink,
    async run(ctx, _input, { id, currency }) {
      const { open, paid, released, money_paid, refunded } = await findSold(ctx, id)
      const sums = { paid: BigInt(money_paid), refunded: BigInt(refunded) }
      const revenue = { paid: exactNumber(sums.paid), refunded: exactNumber(sums.refunded), net: exactNumber(sums.paid - sums.refunded) }
      return { purchases: { open, paid, released }, revenue: { currency, ...revenue } }
    },
  }),

  operation({
    route: "POST /v1/payment-links/{id}/update",
    noun: "paymentLink",
    summary: "Change the texts, custom fields, limits or stock of a payment link; its lines and prices stay",
    needs: "paymentIntents.edit",
    effect: "change",
    input: PaymentLinkChange,
    output: PaymentLink,
    subject: readPaymentLinkForUpdate,
    run: (ctx, change, link) => savePaymentLink(ctx, link, changeOf(link, change)),
  }),

  operation({
    route: "POST /v1/payment-links/{id}/deactivate",
    noun: "paymentLink",
    summary: "Stop the sale at a payment link; purchases that were made can still be paid",
    needs: "paymentIntents.edit",
    effect: "change",
    input: noInput,
    output: PaymentLink,
    subject: readPaymentLinkForUpdate,
    assertPossible: link => assertHasOtherStatus(link, "inactive"),
    run: (ctx, _input, link) => savePaymentLink(ctx, link, { status: "inactive" }),
  }),

  operation({
    route: "POST /v1/payment-links/{id}/activate",
    noun: "paymentLink",
    summary: "Sell at a payment link again",
    needs: "paymentIntents.edit",
    effect: "change",
    input: noInput,
    output: PaymentLink,
    subject: readPaymentLinkForUpdate,
    assertPossible: link => assertHasOtherStatus(link, "active"),
    run: (ctx, _input, link) => savePaymentLink(ctx, link, { status: "active" }),
  }),

  operation({
    route: "POST /v1/payment-links/{id}/purchases/create",
    label: "Buy at a payment link",
    creates: true,
    noun: "purchase",
    summary: "What the public page does for a visitor: make the order and the payment intent, which the visitor then pays",
    needs: "paymentIntents.edit",
    effect: "draft",
    input: NewPurchase,
    output: Purchase,
    subject: readPaymentLinkForUpdate,
    assertPossible: (link, ctx) => assertOnSale(link, ctx.now),
    run: async (ctx, wanted, link) => renderPurchase(await purchase(ctx, link, wanted), ctx),
  }),

  timeline("payment-links", "paymentIntents.view", readPaymentLink),
]

export const purchaseOperations = [
  listing({
    route: "GET /v1/payment-link-purchases",
    noun: "paymentLinkPurchase",
    plural: "paymentLinkPurchases",
    summary: "List what visitors of payment links have ordered, newest first; filter by payment link or status",
    needs: "paymentIntents.view",
    filters: purchaseFilters,
    item: Purchase,
    run: listPurchases,
  }),

  operation({
    route: "GET /v1/payment-link-purchases/{id}",
    noun: "paymentLinkPurchase",
    summary: "One purchase at a payment link, with the answers to its custom fields",
    needs: "paymentIntents.view",
    effect: "read",
    input: noInput,
    output: Purchase,
    subject: readPurchase,
    run: (ctx, _input, row) => renderPurchase(row, ctx),
  }),

  timeline("payment-link-purchases", "paymentIntents.view", readPurchase),
]
