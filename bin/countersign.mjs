#!/usr/bin/env node
// The entry point, for Node 20 or newer: installs missing dependencies, then runs Countersign on the bundled Node.
// It uses old syntax only, so that an older Node can parse it and print the message below.
const major = Number(process.versions.node.split(".")[0])

if (major < 20) {
  console.error(`Countersign needs Node 20 or newer; this is ${process.version}. Install a newer version from https://nodejs.org.`)
  process.exit(1)
}

// Node strips no types there, so its packages would be installed in vain.
if (/[\\/]node_modules[\\/]/.test(decodeURIComponent(new URL(import.meta.url).pathname))) {
  console.error("The service can't run below node_modules: unpack its release beside your project, or clone it, and run npm start there.")
  console.error("For the commands alone, install the package @countersign/cli: it works with a service on any machine.")
  process.exit(1)
}

Promise.all([import("./install.mjs"), import("./launch.mjs")])
  .then(async ([{ install }, { launch }]) => {
    const [command, ...rest] = process.argv.slice(2)
    await install(command)
    await launch(command, rest)
  })
  .catch(error => {
    console.error(error.readable ? error.message : error)
    process.exit(1)
  })
