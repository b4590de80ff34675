{{- define "countersign.labels" -}}
app.kubernetes.io/name: countersign
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end }}

{{- define "countersign.name" -}}
{{ printf "%s-countersign" .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{/* A pod of either kind. Takes the chart's context as `root`, the kind as `role` and its values as `own`. */}}
{{- define "countersign.pod" -}}
metadata:
  labels:
    {{- include "countersign.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role | quote }}
  annotations:
    countersign/settings: {{ include (print .root.Template.BasePath "/settings.yaml") .root | sha256sum | quote }}
    {{- with .root.Values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  automountServiceAccountToken: false
  terminationGracePeriodSeconds: 75
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    seccompProfile:
      type: RuntimeDefault
  {{- with .root.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "countersign.labels" .root | nindent 10 }}
          app.kubernetes.io/component: {{ .role | quote }}
  containers:
    - name: countersign
      image: {{ printf "%s:%s" .root.Values.image.repository (.root.Values.image.tag | default .root.Chart.AppVersion) | quote }}
      imagePullPolicy: {{ .root.Values.image.pullPolicy | quote }}
      env:
        - name: ROLE
          value: {{ .role | quote }}
      envFrom:
        - configMapRef:
            name: {{ include "countersign.name" .root | quote }}
        - secretRef:
            name: {{ required "Set existingSecret to the name of a Secret with SECRET_KEY and DATABASE_URL" .root.Values.existingSecret | quote }}
      ports:
        - name: http
          containerPort: 4000
        {{- if .root.Values.metricsPort }}
        - name: metrics
          containerPort: {{ .root.Values.metricsPort }}
        {{- end }}
      # A start may upgrade the database first, so it has ten minutes.
      startupProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 5
        failureThreshold: 120
      livenessProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 2
        timeoutSeconds: 5
      lifecycle:
        # Proxies learn meanwhile that the pod stops, and send no more requests to it.
        preStop:
          sleep:
            seconds: 5
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: ["ALL"]
      resources:
        {{- toYaml .own.resources | nindent 8 }}
      volumeMounts:
        - name: tmp
          mountPath: /tmp
  volumes:
    - name: tmp
      emptyDir:
        sizeLimit: 256Mi
  {{- with .root.Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
