#!/usr/bin/env bash
# Checks the Helm chart and writes deploy/kubernetes/lyceum.yaml from it. Needs helm 3 and kubeconform:
#   go install helm.sh/helm/v3/cmd/helm@latest github.com/yannh/kubeconform/cmd/kubeconform@latest
# KUBERNETES_SCHEMAS is the location of the schemas, as for `kubeconform -schema-location`; default: those on the internet.
set -euo pipefail
cd "$(dirname "$0")/.."
chart=deploy/helm/lyceum
out=deploy/kubernetes/lyceum.yaml
everything=(--set api.autoscaling.enabled=true --set serviceMonitor.enabled=true --set networkPolicy.enabled=true
  --set config.S3_BUCKET=lyceum --set persistence.existingClaim=mine --set persistence.accessMode=ReadWriteOnce --set 'image.pullSecrets[0].name=registry'
  --set ingress.className=nginx --set image.tag=1.2.3 --set 'nodeSelector.disk=ssd' --set api.annotations.a=b)
# The Prometheus operator is no part of Kubernetes.
conform() { kubeconform -strict -summary -skip ServiceMonitor -schema-location "${KUBERNETES_SCHEMAS:-default}"; }

helm lint --strict "$chart"
helm lint --strict "$chart" "${everything[@]}"
# The digest of the chart, by which test/deployment.test.ts notices a chart that changed since.
digest="$(find "$chart" -type f | LC_ALL=C sort | xargs cat | sha256sum | cut -d ' ' -f 1)"
{
  echo '# Lyceum in Kubernetes without Helm: see docs/kubernetes.md. Written by scripts/render-manifests.sh from deploy/helm/lyceum.'
  echo "# chart: $digest"
  helm template lyceum "$chart" --kube-version 1.34.0
} >"$out.new"
conform <"$out.new"
helm template lyceum "$chart" --kube-version 1.34.0 "${everything[@]}" | conform
mv "$out.new" "$out"
