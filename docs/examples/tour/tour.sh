#!/bin/sh
# A tour of the interface in six requests: ask for money, take it, give a part of it back, and look at the books. For a sandbox.
#   BASE=http://localhost:4000 KEY=cs_… TENANT=… sh tour.sh
set -eu

# Sends a request, and prints its response. A refusal ends the tour with its code and what to do.
call() {
  path=$1
  shift
  response=$(curl --silent --show-error --fail-with-body "$BASE/v1/$path" \
    -H "Authorization: ApiKey $KEY" -H "X-TENANT-ID: $TENANT" -H "Content-Type: application/json" "$@") || {
    printf '%s\n' "$response" >&2
    exit 1
  }
  printf '%s\n' "$response"
}

# The first value of a field in a response; a program has a JSON parser for it.
field() {
  printf '%s' "$2" | tr ",{" "\n\n" | sed -n "s/^\"$1\":\"\{0,1\}\([^\"}]*\).*/\1/p" | head -n 1
}

# Each write has a key. If this script stops half-way, run it again with the same TOUR: nothing happens twice.
TOUR=${TOUR:-$(date +%Y%m%d%H%M%S)-$$}
email=tour-$TOUR@example.com

echo "1. Who pays: a contact."
call contacts/create -H "Idempotency-Key: $TOUR-contact" \
  -d "{\"email\": \"$email\", \"profile\": {\"firstName\": \"Lia\", \"lastName\": \"Prado\"}}" >/dev/null
echo "   $email"

echo "2. What is asked for: a payment intent of 1,250.00, with a link for the payer."
intent=$(call payment-intents/create -H "Idempotency-Key: $TOUR-intent" -d "{
  \"intentType\": \"ad-hoc\", \"contact\": \"$email\", \"currency\": \"BRL\", \"dueAt\": \"2035-01-31T12:00:00Z\",
  \"items\": [{\"name\": \"Course\", \"category\": \"tuition\", \"amount\": 125000}]}")
number=$(field number "$intent")
echo "   $number, $(field status "$intent"): $(field long "$intent")"

echo "3. The payer pays by card, at the simulated bank."
charge=$(call gateways/simulator/charges/create -H "Idempotency-Key: $TOUR-charge" \
  -d "{\"paymentIntent\": \"$number\", \"method\": \"card\", \"token\": \"tok_success\"}")
echo "   $(field status "$charge")"

echo "4. The same request again, as after a lost answer: the key makes it the same charge."
again=$(call gateways/simulator/charges/create -H "Idempotency-Key: $TOUR-charge" \
  -d "{\"paymentIntent\": \"$number\", \"method\": \"card\", \"token\": \"tok_success\"}")
[ "$(field _id "$again")" = "$(field _id "$charge")" ] && echo "   charged once"

echo "5. Half of it goes back: a draft, until somebody who may do so releases it."
refund=$(call refund-intents/create -H "Idempotency-Key: $TOUR-refund" \
  -d "{\"transaction\": \"$(field _id "$charge")\", \"amount\": 62500, \"reason\": \"tour\"}")
echo "   $(field status "$refund")"
call "refund-intents/$(field _id "$refund")/cancel" -H "Idempotency-Key: $TOUR-cancel" -X POST >/dev/null

echo "6. The books: every balance is computed again from the entries."
books=$(call ledger/verify)
echo "   ok: $(field ok "$books")"
