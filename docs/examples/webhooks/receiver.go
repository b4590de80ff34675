// Receives webhooks, and keeps each event once as a file, from which your own program works it off.
//
//	WEBHOOK_SECRET=whsec_… PORT=3000 INBOX=inbox go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"math"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	maxAgeSeconds = 300
	maxBodyBytes  = 10_000_000
)

var (
	secret    = os.Getenv("WEBHOOK_SECRET") // shown when you registered the webhook
	inbox     = setting("INBOX", "inbox")
	key       = keyOf(secret)
	encoded   = regexp.MustCompile(`^whsec_[A-Za-z0-9+/]+={0,2}$`)
	messageID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,100}$`)
)

func setting(name, standard string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return standard
}

// The text after whsec_ is the key in base64; any other secret is the key itself.
func keyOf(secret string) []byte {
	if encoded.MatchString(secret) {
		if key, err := base64.StdEncoding.DecodeString(secret[6:]); err == nil {
			return key
		}
	}
	return []byte(secret)
}

// Why a message is not genuine, if it is not. The signature covers id, time and the raw bytes of the body.
func refusalOf(header http.Header, body []byte) string {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if !messageID.MatchString(id) || err != nil {
		return "webhook-id or webhook-timestamp is missing"
	}
	if math.Abs(float64(time.Now().Unix()-seconds)) > maxAgeSeconds {
		return "the message is too old"
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.", id, timestamp)
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	// During a rotation there is one signature for each of the two secrets.
	for _, given := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(given), expected) {
			return ""
		}
	}
	return "no signature matches"
}

// Returns false for an event that is here already: only one file can have its name. The file is whole before it has it.
func keep(id string, body []byte) (bool, error) {
	file, err := os.CreateTemp(inbox, ".unfinished-*")
	if err != nil {
		return false, err
	}
	defer os.Remove(file.Name())
	if err := write(file, body); err != nil {
		return false, err
	}
	err = os.Link(file.Name(), filepath.Join(inbox, id+".json"))
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	return err == nil, err
}

// Returns only once the disk has the bytes.
func write(file *os.File, body []byte) error {
	defer file.Close()
	if _, err := file.Write(body); err != nil {
		return err
	}
	return file.Sync()
}

func answer(response http.ResponseWriter, request *http.Request) {
	response.Header().Set("content-type", "text/plain")
	if request.Method == http.MethodGet {
		fmt.Fprint(response, request.URL.Query().Get("validationToken"))
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBodyBytes))
	if err != nil {
		http.Error(response, "the message is too large", http.StatusRequestEntityTooLarge)
		return
	}
	if refusal := refusalOf(request.Header, body); refusal != "" {
		http.Error(response, refusal, http.StatusUnauthorized)
		return
	}
	isNew, err := keep(request.Header.Get("webhook-id"), body)
	switch {
	case err != nil:
		log.Print(err)
		http.Error(response, "not kept; send it again", http.StatusInternalServerError)
	case isNew:
		fmt.Fprint(response, "kept")
	default:
		fmt.Fprint(response, "known")
	}
}

func main() {
	if secret == "" {
		log.Fatal("Set WEBHOOK_SECRET to the secret that was shown when you registered the webhook.")
	}
	if err := os.MkdirAll(inbox, 0o700); err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+setting("PORT", "3000"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("Receiving at http://%s\n", listener.Addr())
	server := http.Server{Handler: http.HandlerFunc(answer), ReadTimeout: 30 * time.Second}
	log.Fatal(server.Serve(listener))
}
